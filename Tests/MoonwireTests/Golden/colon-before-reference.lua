service "engine" { type = "Engine", args = { "Jaguar" } }
service "car" { type = "Car", args = { engine: ref "engine" } }
