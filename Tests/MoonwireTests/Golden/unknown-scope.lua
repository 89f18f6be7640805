service "engine" {
    type = "Engine",
    args = { "Jaguar" },
    scope = "transiet",
}
service "other" {
    type = "Engine",
    args = { "Jaguar" },
    scope = "singleton",
}
