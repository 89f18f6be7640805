service "engine" { type = "Engine", args = { "Jaguar" } }
local text = "a" + 1
