service "one" { type = "Workshop" }
include "two.lua"
