-- types: delivery
service "bicycle" { type = "Bicycle" }
service "a" { type = "Hub", args = { couriers = typed("Courier", { al = true }) } }
service "b" { type = "Hub", args = { couriers = typed("Courier", { all = true, optional = true }) } }
service "c" { type = "Hub", args = { couriers = typed("Courier", { all = "yes" }) } }
service "d" { type = "Hub", args = { couriers = typed("Courier", "all") } }
service "e" { type = "Hub", call = { { "use", typed("Courier", { lazy = true, provider = true }) } } }
service "f" { type = "Hub", args = { couriers = typed() } }
