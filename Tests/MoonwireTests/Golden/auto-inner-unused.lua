-- types: delivery
service "bicycle" { type = "Bicycle" }
decorate "bicycle" { type = "Hub", args = auto }
decorate "bicycle" { type = "Truck", args = auto }
