-- resolve: engine
service "engine" (function()
    hook.created("engine", function() end)
end)
