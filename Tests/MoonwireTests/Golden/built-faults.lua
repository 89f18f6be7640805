service "engine" { type = "Engine", args = { "V8" }, scope = "transient" }
service "other" { type = "Engine", args = { "V6" } }
service "a" { type = "Car", args = { engine = optional("engine", { built = true }) } }
service "b" { type = "Tuned", args = { inner = optional("other", { built = true }), mark = "m" } }
service "c" { factory = { optional("other", { built = true }), "describe" } }
service "d" { type = "Remote", args = { engine = optional("other", { built = true, drop = true }) } }
service "e" { type = "Rack", args = { engines = { optional("engine", { built = true, drop = true }) } } }
