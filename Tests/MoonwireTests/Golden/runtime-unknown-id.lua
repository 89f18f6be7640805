-- resolve: engin
service "engine" { type = "Engine", args = { "x" } }
