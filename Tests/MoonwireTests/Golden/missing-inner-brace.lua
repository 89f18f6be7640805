service "server" {
    type = "Server",
    args = { port = 25,
    tags = { "open" },
}

service "client" { type = "Client" }
