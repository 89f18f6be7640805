service "one" { type = "Engine", args = { brand = "E" }, stop = "describ" }
service "two" { type = "Engine", args = { brand = "E" }, stop = "describe" }
service "three" { type = "Engine", args = { brand = "E" }, scope = "transient", stop = "describe" }
service "four" { type = "Engine", args = { brand = "E" }, stop = 7 }
