parameters { x = "%y%" }
service "c" { type = "Engine", args = { ref "nobody" } }
