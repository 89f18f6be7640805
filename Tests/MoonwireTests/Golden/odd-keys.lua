service "settings" {
    type = "Settings",
    args = {
        limits = {
            [true] = 1,
        },
        tags = { [1.5] = "a" },
    },
}
