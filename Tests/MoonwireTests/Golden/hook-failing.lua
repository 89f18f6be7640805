-- resolve: car
-- resolve: engine
-- resolve: wrong type
-- resolve: reference
-- resolve: cycle
-- resolve: unknown service
-- resolve: misspelled
-- resolve: assigned
-- resolve: asked wrongly
-- resolve: swift
-- resolve: resolved
-- resolve: endless
-- swift: swift
service "car" { type = "Car", args = { engine = ref "engine" } }
service "engine" { type = "Engine", args = { "a" } }
local function check(engine)
    error("no " .. engine.brand)
end
hook.created("engi*", function(engine)
    check(engine)
end)

service "wrong type" { type = "Engine", args = { "a" } }
hook.created("wrong type", function() return Logbook {} end)

service "reference" { type = "Engine", args = { "a" } }
local engine = ref "engine"
hook.created("reference", function() return engine end)
hook.created("reference", function() return null end, { priority = 1 })

service "cycle" { type = "Engine", args = { "a" } }
hook.created("cycle", function(engine, info)
    info.get "cycle"
end)

service "unknown service" { type = "Engine", args = { "a" } }
hook.created("unknown service", function(engine, info)
    info.get "loger"
end)
service "logger" { type = "Logbook" }

service "misspelled" { type = "Engine", args = { "a" } }
hook.created("misspelled", function(engine, info) return info.pth end)

service "assigned" { type = "Engine", args = { "a" } }
hook.created("assigned", function(engine, info)
    info.id = "b"
end)

service "asked wrongly" { type = "Engine", args = { "a" } }
hook.created("asked wrongly", function(engine, info) info.param(4) end)

hook.created("swift", function() error { "a table" } end)

service "resolved" { type = "Engine", args = { "a" } }
hook.resolved("resolved", function(engine) engine.brand = "b" end)

service "endless" { type = "Engine", args = { "a" } }
hook.created("endless", function() while true do end end)
