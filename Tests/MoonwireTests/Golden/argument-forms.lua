service "engine" { type = "Engine", args = { brand = argument "brand" }, scope = "transient" }
service "a" { type = "Car", args = { engine = ref("engine", "x") } }
service "b" { type = "Car", args = { engine = ref("engine", { "x" }) } }
service "c" { type = "Car", args = { engine = lazy("engine", { brand = "x" }) } }
service "d" { type = "Car", args = { engine = ref("engine", { brand = "x" }, 1) } }
alias "e" (ref("engine", { brand = "x" }))
