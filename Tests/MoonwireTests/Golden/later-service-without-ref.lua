service "car" { type = "Car", args = { engine = engine } }
service "engine" { type = "Engine", args = { brand = "Jaguar" } }
