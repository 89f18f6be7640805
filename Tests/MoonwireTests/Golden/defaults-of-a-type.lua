-- types: delivery
defaults { type = "Curier", tags = "a" }
defaults { type = "Depot", tags = "a" }
defaults { type = "Relay", tags = "a" }
service "bicycle" { type = "Bicycle" }
