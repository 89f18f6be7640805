parameters { text = "\xff\xfe" }
service "settings" { type = "Settings", args = {
    host = "\xff",
    note = param "text" } }
