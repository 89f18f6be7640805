local fine = 1
include "runtime-error-in-include/part.lua"
