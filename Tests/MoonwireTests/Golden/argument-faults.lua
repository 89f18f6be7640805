service "engine" {
    type = "Engine",
    args = { brand = argument "brand", cylinders = argument("cylinders", 4) },
    scope = "transient",
}
service "shared" { type = "Engine", args = { brand = argument "brand" } }
service "defaulted" { type = "Engine", args = { brand = "a", cylinders = argument("cylinders", "four") }, scope = "transient" }
service "missing" { type = "Car", args = { engine = ref "engine" } }
service "misspelled" { type = "Car", args = { engine = ref("engine", { brnad = "x", brand = "y" }) } }
service "mistyped" { type = "Car", args = { engine = ref("engine", { brand = "x", cylinders = "four" }) } }
service "lazily" { type = "Remote", args = { engine = lazy "engine" } }
service "plain" { type = "Engine", args = { brand = "b" } }
service "surplus" { type = "Car", args = { engine = ref("plain", { brand = "x" }) } }
service "tagged" { type = "Engine", args = { brand = argument "brand" }, scope = "transient", tags = { "engines" } }
service "collector" { type = "Car", args = { engine = ref "plain", trailer = tagged "engines" } }
parameters { brand = argument "brand" }
