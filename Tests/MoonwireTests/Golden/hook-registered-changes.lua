service "engine" { type = "Engine", args = { "a" } }
hook.registered("*", function(definition)
    definition.scope = "weak"
end)
