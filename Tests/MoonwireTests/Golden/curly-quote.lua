service “engine” { type = “Engine” }
