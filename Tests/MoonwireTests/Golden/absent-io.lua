local file = io.open("secret")
