-- types: delivery
service "a" { type = "Outbox", args = { auto, ref.b } }
service "b" { type = "Outbox", args = { courier = auto } }
service "c" { type = "Hub", set = auto }
service "d" { type = "Hub", set = { couriers = { auto } } }
service "e" { type = "Hub", call = { { "use", auto } } }
parameters { auto = auto }
