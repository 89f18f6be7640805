-- types: delivery
service "outbox" { type = "Outbox", args = auto }
service "engine" { type = "Engine", args = auto }
service "tour" { type = "Tour", args = { nothing = 1, auto } }
service "made" { factory = function() return 1 end, args = auto }
service "hidden" (function() return Bicycle {} end)
