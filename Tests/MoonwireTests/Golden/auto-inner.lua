-- types: delivery
service "bicycle" { type = "Bicycle" }
service "made" (function() return Bicycle {} end)
decorate "bicycle" { type = "Relay", args = auto }
decorate "made" { type = "Insured", args = auto }
