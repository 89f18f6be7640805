-- types: delivery
bind { name = "port", value = 80 }
