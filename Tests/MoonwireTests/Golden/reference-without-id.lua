service "car" { factory = function() end, args = { ref } }
service "child" { parent = lazy }
service "using" { factory = function() end, uses = { ref, "engine" } }
service "made" { factory = provider }
parameters { word = optional }
hook.created(ref, function() end)
inject { slot = "Car.engine", value = ref }
ref = "engine"
