service "engine" { type = "Engine", args = { brand = "Jaguar" } }
service "other" { type = "Engin" }
