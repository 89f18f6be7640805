local port = env.int(80, "PORT")
