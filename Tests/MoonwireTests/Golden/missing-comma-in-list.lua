service "rack" { type = "Rack", args = { engines = { ref "a" ref "b" } } }
