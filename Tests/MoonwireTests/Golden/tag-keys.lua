service "a" { type = "Engine", args = { brand = "a" }, tags = { { "engine", name = "same" } } }
service "b" {
    type = "Engine",
    args = { brand = "b" },
    tags = { "other",
             { "engine", name = "same" } },
}
service "c" { type = "Engine", args = { brand = "c" }, tags = { { "engine", nam = "c" } } }
service "rack" { type = "Rack", args = {
    byName = tagged("engine", { by = "name" }),
    engines = tagged "engin",
} }
