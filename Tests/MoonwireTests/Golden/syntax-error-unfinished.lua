service "engine" {
    type = "Engine",
