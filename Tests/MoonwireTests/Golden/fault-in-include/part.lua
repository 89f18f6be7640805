service "engine" {
    type = "Engine",
    args = { brand = 4 },
}
