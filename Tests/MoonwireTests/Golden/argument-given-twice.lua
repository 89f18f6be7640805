service "engine" {
    type = "Engine",
    args = {
        "Jaguar",
        brand = "Jaguar",
    },
}
