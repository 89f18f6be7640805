when("dev", function()
    local list = {}
    local x = list.a.b
end)
