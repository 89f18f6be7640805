-- types: delivery
defaults { args = { port = 80 } }
service "a" { type = "Outbox", args = "auto" }
auto { port = 80 }
