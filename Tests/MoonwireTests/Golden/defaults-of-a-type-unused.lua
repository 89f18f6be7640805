-- types: delivery
defaults { type = "Relay", tags = "a" }
service "bicycle" { type = "Bicycle" }
