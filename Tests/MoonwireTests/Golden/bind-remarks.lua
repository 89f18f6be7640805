-- types: delivery
service "bicycle" { type = "Bicycle" }
bind { name = "prot", value = 1 }
bind { type = "Curier", value = ref "bicycle" }
bind { name = "port", type = "String", value = "a" }
bind { name = "port", value = 1 }
bind { name = "port", value = 2 }
service "outbox" { type = "Outbox", args = auto }
