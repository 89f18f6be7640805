service "engine" {
    "Engine",
    args = { "Jaguar" },
}
parameters { "brand" }
