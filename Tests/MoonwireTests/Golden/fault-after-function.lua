service "settings" {
    type = "Settings",
    configure = function(settings, c)
        local t = { a = 1, b = { 2 } }
        for i = 1, 3 do if i == 2 then t[i] = { i } end end
        repeat local done = true until done
        while false do t = {} end
        return t
    end,
    args = { host = (function() return { "a", "b" } end)()[1],
        port = "x" },
}
