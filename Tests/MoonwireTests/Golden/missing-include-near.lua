include "missing-include-near/parts/engin.lua"
