service "settings" {
    type = "Settings",
    args = {
        tags = {
            "a",
            "b",
            3,
        },
        limits = {
            low = 1,
            high = "nine",
        },
        servers = {
            { port = 80 },
            {
                name = 4,
                port = "x",
            },
        },
    },
}
