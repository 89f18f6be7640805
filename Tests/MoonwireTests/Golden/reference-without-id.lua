service "car" { factory = function() end, args = { ref } }
service "child" { parent = lazy }
service "using" { factory = function() end, uses = { ref, "engin", null, 5 } }
service "engine" { type = "Engine", args = { "Jaguar" } }
service "set" { type = "Engine", args = { "Jaguar" }, set = { ref, null } }
service "called" { type = "Engine", args = { "Jaguar" }, call = { lazy, null } }
service "made" { factory = provider }
service "typed" { type = ref }
service "tagged" { type = "Engine", args = { "Jaguar" }, tags = ref }
service "tags" { type = "Engine", args = { "Jaguar" }, tags = { "a", lazy } }
parameters { word = optional }
hook.created(ref, function() end)
inject { slot = "Car.engine", value = ref }
ref = "engine"
