-- types: delivery
service "bicycle" { type = "Bicycle" }
service "truck" { type = "Truck" }
service "outbox" { type = "Outbox", args = auto }
service "second" { type = "Outbox", args = { port = 80, auto } }
service "hub" {
    type = "Hub",
    args = { later = lazy.truck, auto },
}
