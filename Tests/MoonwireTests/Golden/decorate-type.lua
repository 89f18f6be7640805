service "engine" { type = "Engine", args = { brand = "x" } }
decorate "engine" { type = "Tuned", args = { inner = inner, mark = "!" } }
service "car" { type = "Car", args = { engine = ref "engine" } }
