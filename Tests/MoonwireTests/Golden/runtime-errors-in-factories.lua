-- resolve: fails
-- resolve: needs
-- resolve: helper
-- resolve: nothing
-- resolve: reference
-- resolve: swift
-- resolve: configure
service "fails" (function(c)
    local list = nil
    return list.first
end)
service "needs" {
    type = "Car",
    args = { engine = ref "fails" },
}
local function deep(value)
    error("no " .. value)
end
service "helper" (function(c)
    deep "oil"
end)
service "nothing" (function(c) end)
service "reference" (function(c)
    return ref "fails"
end)
service "swift" { factory = "Engine.failing" }
service "configure" {
    type = "Workshop",
    configure = function(workshop, c)
        workshop:fail()
    end,
}
