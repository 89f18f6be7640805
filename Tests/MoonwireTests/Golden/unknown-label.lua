service "engine" {
    type = "Engine",
    args = {
        brand = "Jaguar",
        cylinder = 4,
    },
}
