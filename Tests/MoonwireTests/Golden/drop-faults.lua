service "position" { type = "Car", args = { optional("engine", { drop = true }) } }
service "made" { factory = { optional("maker", { drop = true }), "make" } }
service "missing" { type = "Car", args = { engine = optional("engine", { drop = true }) } }
service "default" { type = "Car", scope = "transient", args = { engine = argument("engine", optional("x", { drop = true })) } }
inject { type = "Engine", value = optional("engine", { drop = true }) }
bind { name = "engine", value = optional("engine", { drop = true }) }
service "ref" { type = "Car", args = { engine = ref("position", { drop = true }) } }
