service "engine" { type = "Engine", args = { "a" } }
hook.craeted("engine", function() end)
