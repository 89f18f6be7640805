service "engine" { type = "Engine", args = { "a" } }
hook.registered("*", function(definition, info)
    info.get "engine"
end)
