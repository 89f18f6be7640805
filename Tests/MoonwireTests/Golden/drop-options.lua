service "flag" { type = "Car", args = { engine = optional("engine", { drop = "yes" }) } }
service "uses" { factory = function() end, uses = { optional("engine", { drop = true }) } }
parameters { engines = { optional("engine", { drop = true }) } }
service "list" { type = "Car", args = { engine = optional("engine", { "drop" }) } }
