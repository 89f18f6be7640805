service "c" { type = "Settings", args = {
    servers = { { a = 1 }, { b = "x", c = "y" }, "z" } } }
service "call" { type = "Logbook", call = {
    { "note", text = "x" },
    { 4 },
    {},
} }
