service "engine" {
    type = "Engine",
    args = { "Jaguar" },
    type = "Car",
}
parameters {
    port = 80,
    nested = {
        host = "a",
        ["host"] = "b",
    },
    port = 81,
}
service "car" {
    type = "Car",
    args = {
        engine = inline {
            type = "Engine",
            args = { brand = "a",
                brand = "b" },
        },
    },
}
