-- types: delivery
defaults { type = "Curier", tags = "a" }
defaults { type = "Depot", tags = "a" }
defaults { type = "Relay", tags = "a" }
defaults { type = 1, tags = "a" }
defaults { type = "Courier", scope = "sahred" }
service "bicycle" { type = "Bicycle" }
