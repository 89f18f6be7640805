service "engine" { type = "Engine” }
