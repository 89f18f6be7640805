-- types: delivery
service "bicycle" { type = "Bicycle" }
service "truck" { type = "Truck" }
bind { name = "courier", value = ref "bicycle" }
bind { type = "any Courier", value = ref "truck" }
service "outbox" { type = "Outbox", args = auto }
service "hub" {
    type = "Hub",
    args = auto,
}
