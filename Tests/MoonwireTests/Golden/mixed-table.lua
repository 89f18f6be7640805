service "settings" {
    type = "Settings",
    args = {
        limits = {
            "a",
            b = 2,
        },
    },
}
parameters {
    list = {
        inner = { 1, two = 2 },
    },
}
