service "engine" {
    type = "Engine", // the type
    args = { brand = "Jaguar" },
}
