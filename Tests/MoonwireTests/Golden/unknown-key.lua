service "engine" {
    typ = "Engine",
    args = { "Jaguar" },
    lifetime = "shared",
}
service "car" {
    type = "Car",
    args = {
        engine = inline {
            type = "Engine",
            arg = { "Jaguar" },
        },
    },
}
