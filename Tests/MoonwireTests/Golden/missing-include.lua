service "one" { type = "Workshop" }
include "parts/engine.lua"
