service "engine" { type = "Engine", args = { "V8" }, lazy = true }
service "car" { type = "Car", args = { engine = ref "engine" } }
service "rack" { type = "Rack", args = { engines = { ref "engine" } } }
service "log" { type = "Logbook", lazy = true, eager = true }
parameters { spare = ref "engine" }
service "pump" { type = "Pump", args = { engine = "%spare%", pressure = 1 } }
service "named" { type = "Engine", scope = "transient", args = { argument "brand" }, lazy = true }
service "wrong" { type = "Logbook", lazy = "yes" }
decorate "wrong" { type = "Logbook", lazy = true }
