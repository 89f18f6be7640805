service "engine" { type = "Engin", args = { "a" } }
hook.craeted("engine", function() end)
service "car" { type = "Car", args = { engine = ref "engin" } }
hook.creted("tag:x", function() end, { priorty = 1 })
