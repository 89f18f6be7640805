-- types: delivery
service "bicycle" { type = "Bicycle" }
bind { name = "port", value = "many" }
bind {
    name = "courier",
    value = ref "bicicle",
}
service "outbox" { type = "Outbox", args = { courier = ref "bicycle", auto } }
service "second" { type = "Outbox", args = auto }
