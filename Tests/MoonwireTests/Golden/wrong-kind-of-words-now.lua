local port = now "port"
