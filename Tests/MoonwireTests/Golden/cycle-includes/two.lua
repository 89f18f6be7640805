include "one.lua"
