parameters { user = "@nobody", users = { "@engine" } }
service "engine" { type = "Engine", args = { brand = "@example" } }
