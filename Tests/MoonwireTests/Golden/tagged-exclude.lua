service "a" { type = "Engine", args = { "A" }, tags = "engine" }
service "b" { type = "Engine", args = { "B" } }
service "rack" {
    type = "Rack",
    args = { engines = tagged("engine", { exclude = { "b", "aa" } }) },
}
