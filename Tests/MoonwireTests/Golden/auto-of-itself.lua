-- types: delivery
service "insured" { type = "Insured", args = auto }
service "hub" { type = "Hub", set = { couriers = { typed "Courier" } } }
service "relay" { type = "Relay", args = { typed "Relay", null } }
