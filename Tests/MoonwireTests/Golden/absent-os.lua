parameters { home = os.getenv("HOME") }
