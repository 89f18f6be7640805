service "second" { type = "Rack", args = { engines = tagged("engine", { exclude = "a" }) } }
service "third" { type = "Rack", args = { engines = tagged("engine", { exclude = { 1, b = 2 } }) } }
service "fourth" { type = "Rack", args = { engines = tagged("engine", { exclude = { 7, ref("a", { x = 1 }) } }) } }
service "fifth" { type = "Rack", args = { engines = tagged("engine", { lazy = true, provider = true }) } }
service "sixth" { type = "Rack", args = { engines = tagged("engine", { provider = 1, exlude = {} }) } }
