service "engine" { type = "Engine", args = { "Jaguar", 4 } }
string.format = function() return "poisoned" end
