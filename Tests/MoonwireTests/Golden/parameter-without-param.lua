parameters { brand = "Jaguar" }
service "engine" { type = "Engine", args = { brand = brand } }
