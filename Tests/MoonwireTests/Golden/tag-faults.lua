service "a" { type = "Engine", args = { brand = "a" }, tags = { "engine", name = "first" } }
service "b" { type = "Engine", args = { brand = "b" }, tags = { { "engine", priority = "high" } } }
service "c" {
    type = "Engine",
    args = { brand = "c" },
    tags = {
        { "engine", part = ref "a" },
        { priority = 3 },
        7,
        "%nowhere%",
    },
}
service "d" { type = "Engine", args = { brand = "d" }, tags = 7 }
