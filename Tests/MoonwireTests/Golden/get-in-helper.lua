-- resolve: user
local function find(c, id)
    return c.get(id)
end
service "user" (function(c)
    local engine = find(c, "engin")
    return engine
end)
service "engine" { type = "Engine", args = { "x" } }
