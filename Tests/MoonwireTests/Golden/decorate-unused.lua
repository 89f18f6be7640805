-- resolve: engine
service "engine" { type = "Engine", args = { brand = "x" } }
decorate "engine" { type = "Engine", args = { brand = "y" } }
