service "settings" {
    type = "Settings",
    args = {
        port = 65536,
    },
}
service "negative" { type = "Settings", args = { port = -1 } }
service "fraction" { type = "Engine", args = { "Jaguar", 4.5 } }
