service "engine" { type = "Point", args = { 1, 2 } }
