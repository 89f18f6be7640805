service "rack" { type = "Rack", args = { engines = tagged "engine" } }
service "a" { type = "Engine", args = { brand = "a" }, tags = "engines" }
