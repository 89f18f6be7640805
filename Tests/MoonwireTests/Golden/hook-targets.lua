service "engine" { type = "Engine", args = { "a" } }
service "fresh" { type = "Engine", args = { "b" }, scope = "transient" }
parameters { port = 80, smtp = { host = "h" } }

local function watch(id)
    hook.resolved(id, function() end)
end

hook.created("engien", function() end)
hook.resolved(ref "engines", function() end)
watch "egnine"
hook.parameter("prot", function() end)
hook.parameter("type:Engine", function() end)
hook.injected("engine", function() end)
hook.injected("tag:car", function() end)
hook.preference("volume", function() end)
hook.created("smtp.*", function() end)
