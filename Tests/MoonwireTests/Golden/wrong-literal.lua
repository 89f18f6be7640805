service "settings" {
    type = "Settings",
    args = {
        host = 4,
        port = "80",
        isOn = "yes",
        tags = "a",
        limits = { "a" },
        note = { 1 },
        ratio = "half",
    },
}
