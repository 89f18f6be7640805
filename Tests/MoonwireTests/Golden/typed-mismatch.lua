-- types: delivery
service "bicycle" { type = "Bicycle" }
service "a" { type = "Outbox", args = { courier = typed "Bicycle", tracking = typed "Bicycle" } }
service "b" { type = "Outbox", args = { courier = typed("Courier", { all = true }) } }
service "c" { type = "Outbox", args = { courier = typed("Tracking", { optional = true }) } }
