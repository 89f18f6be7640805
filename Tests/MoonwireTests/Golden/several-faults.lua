service "f" { type = "Engine", args = { brand = 4 } }
service "e" { type = "Engin" }
service "d" { type = "Car", args = { engine = ref "nobody" } }
service "c" { type = "Engine", scope = "shard", args = { "x" } }
service "b" { typ = "Engine" }
parameters { a = "%missing%" }
service "a" { type = "Notebook" }
