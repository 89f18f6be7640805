-- types: delivery
service "bicycle" { type = "Bicycle" }
bind { name = "inner", value = inner }
decorate "bicycle" { type = "Insured", args = auto }
