service "one" { type = "Engine", args = { brand = "E" }, start = "describ", health = "describ" }
service "two" { type = "Engine", args = { brand = "E" }, start = "describe", health = "describe" }
service "three" { type = "Engine", args = { brand = "E" }, scope = "transient", eager = true, start = "describe", health = "describe" }
service "four" { type = "Engine", args = { brand = "E" }, start = 7, health = {}, eager = "yes" }
service "five" (function() return 5 end)
service "six" { parent = "one" }
inline { type = "Engine", eager = true }
