-- types: delivery
service "bicycle" { type = "Bicycle" }
bind { name = "port", value = "many" }
bind { value = 1 }
bind { name = "port" }
bind { name = 1, value = 1 }
bind { nmae = "port", value = 1 }
bind "port"
bind { name = "courier", value = ref "bicicle" }
service "outbox" { type = "Outbox", args = { courier = ref "bicycle", auto } }
service "second" { type = "Outbox", args = auto }
