service "engine" { type = "Engine", args = { brand = "x" } }
decorate "a" { id = "a", type = "Tuned", args = { inner = inner, mark = "a" } }
decorate "c" { id = "b", type = "Tuned", args = { inner = inner, mark = "b" } }
decorate "b" { id = "c", type = "Tuned", args = { inner = inner, mark = "c" } }
decorate "b" { type = "Tuned", args = { inner = inner, mark = 7 } }
