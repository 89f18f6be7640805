service "a" { type = "Engine", args = { brand = "a" }, tags = "engine" }
service "car" { type = "Car", args = { engine = tagged "engine" } }
service "point" { type = "Point", args = { x = 1, y = 2 }, tags = "points" }
service "rack" { type = "Rack", args = { engines = tagged "points" } }
service "late" { type = "Rack", args = { engines = tagged("engine", { lazy = true }) } }
service "typo" { type = "Rack", args = { engines = tagged "engin" } }
