-- types: delivery
defaults { args = auto }
service "outbox" { type = "Outbox" }
service "made" (function() return 1 end)
