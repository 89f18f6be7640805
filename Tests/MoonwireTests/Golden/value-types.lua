service "point" { type = "Point", args = { 1, 2 }, set = { x = 5 } }
service "moved" { type = "Point", args = { 1, 2 }, call = { { "moved", 1 } } }
service "measured" { type = "Point", args = { 1, 2 }, call = { { "length" } } }
