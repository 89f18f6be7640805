-- types: delivery
bind { value = 1 }
bind { name = "port" }
bind { name = 1, value = 1 }
bind { nmae = "port", value = 1 }
bind { type = "Int", value = skip }
bind "port"
