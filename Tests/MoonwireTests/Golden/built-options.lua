local text = optional("log", { built = "yes" })
service "d" { type = "Engine", args = { "V8" }, uses = { optional("log", { built = true }) } }
parameters { spare = optional("log", { built = true }) }
alias "e" (optional("log", { built = true }))
