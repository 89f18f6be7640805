parameters { port = 25 }
service "server" { type = "Server", args = { port = param.port } }
