service "f" { type = "Engine", args = { brand = argument(4) }, scope = "transient" }
