service "engine" { type = "Engine", args = { "a" } }
hook.registered("engine", function(definition, info)
    if definition.scope == "shared" then
        error(definition.id .. " must not be shared")
    end
end)
