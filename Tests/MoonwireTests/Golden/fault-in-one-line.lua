service "a" { type = "Engine", args = { 1 } } service "b" { type = "Engine", args = { 2 } }
service "list" { type = "Settings", args = { tags = { "a", "b" }, limits = { a = "x" }, servers = {
    { port = 1 }, { port = "x" } } } }
