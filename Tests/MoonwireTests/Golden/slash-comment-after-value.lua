service "engine" {
    type = "Engine",
    args = { brand = "Jaguar", cylinders = 4 // four of them
    },
}
