service "engine" { type = "Engine", args = { "a" } }
hook.created()
hook.created(function() end)
hook.created(4, function() end)
hook.created("", function() end)
hook.created(param "engine", function() end)
hook.parameter(ref "engine", function() end)
hook.created("engine")
hook.created("engine", "a function")
hook.created("engine", { priority = 1 }, function() end)
hook.reloading("engine", function() end)
hook.reloaded()
hook.created("engine", function() end, 5)
hook.created("engine", function() end, { priorty = 5, 7 })
hook.created("engine", function() end, { priority = "high", once = "yes" })
hook.created("engine", function() end, {
    priority = 1.5,
    once = 1,
})
local function helper(options)
    hook.created("engine", function() end, options)
end
helper { onec = true }
hook:created("engine", function() end)
