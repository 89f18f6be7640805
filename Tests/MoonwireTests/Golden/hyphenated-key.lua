parameters { mail-port = 25 }
