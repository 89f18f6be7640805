service "engine" { type = "Engine", args = { brand = "Jaguar" } }
service "car" { type = "Car", args = { engine = engine } }
