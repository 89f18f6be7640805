-- types: delivery
defaults { type = 1, tags = "a" }
defaults { type = "Courier", scope = "sahred" }
service "bicycle" { type = "Bicycle" }
