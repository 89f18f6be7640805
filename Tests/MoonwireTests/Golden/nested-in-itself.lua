local list = { "a" }
list[2] = list
service "settings" {
    type = "Settings",
    args = {
        note = "x",
        tags = list,
    },
}
