parameters {
    list = { 1, 2 },
    text = "over %list% out",
}
service "settings" {
    type = "Settings",
    args = {
        host = "x %list% y",
        note = "%text%",
    },
}
