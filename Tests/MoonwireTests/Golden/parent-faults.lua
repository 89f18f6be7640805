service "base" { abstract = true, type = "Engine" }
service "a" { parent = "bas" }
service "b" { parent = "c" }
service "c" { parent = "d" }
service "d" {
    args = { brand = "d" },
    parent = "b",
}
service "e" { parent = "b", args = { brand = 7 } }
service "f" { parent = 7 }
service "plain" { abstract = true, args = { brand = "x" } }
service "g" { parent = "plain" }
service "car" { type = "Car", args = { engine = ref "base" } }
service "h" { abstract = "yes", type = "Engine" }
