-- types: delivery
service "bicycle" { type = "Bicycle" }
service "truck" { type = "Truck" }
service "depot" { type = "North.Depot" }
service "a" { type = "Outbox", args = { courier = typed "Courier" } }
service "b" { type = "Outbox", args = { courier = typed "Curier" } }
service "c" { type = "Outbox", args = { courier = typed "Something" } }
service "d" { type = "Outbox", args = { courier = typed "Relay" } }
service "e" { type = "Outbox", args = { courier = typed "Depot" } }
service "f" { type = "Hub", call = { { "use", typed("Courier", { lazy = true }) } } }
inject { slot = "Rack.tape", value = typed "Courier" }
