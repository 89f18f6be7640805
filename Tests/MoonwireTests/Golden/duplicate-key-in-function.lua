service "engine" (function(c)
    return Engine {
        brand = "a",
        brand = "b",
    }
end)
