service "engine" {
    type = "Engine",
    args = { brand = "Jaguar" } -- and a comment

    reload = "keep",
}
