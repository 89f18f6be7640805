service "a" { type = "Engine", args = { brand = "a" }, eager = true, after = { "b" } }
service "b" { type = "Car", args = { engine = ref "c" }, eager = true }
service "c" { type = "Engine", args = { brand = "c" }, eager = true, after = { "a" } }
service "d" { type = "Engine", args = { brand = "d" }, eager = true, after = { "d" } }
