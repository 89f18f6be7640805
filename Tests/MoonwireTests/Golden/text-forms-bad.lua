parameters {
    list = { 1, 2 },
    ["bad name"] = 4,
    text = "over %list% out",
}
service "settings" {
    type = "Settings",
    args = {
        host = "x %list% y",
    },
}
