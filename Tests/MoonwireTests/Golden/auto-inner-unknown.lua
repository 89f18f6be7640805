-- types: delivery
defaults { args = auto }
service "bicycle" { type = "Bicycle" }
service "made" (function() return Bicycle {} end)
decorate "made" { type = "Insured" }
decorate "made" { type = "Insured", args = { inner = inner } }
