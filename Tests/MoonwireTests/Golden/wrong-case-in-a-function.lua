-- resolve: car
-- resolve: extra
service "engine" { type = "Engine", args = { "Jaguar" } }
service "car" (function(c)
    return Car { engine = c.get("engine"), color = "Red" }
end)
service "extra" (function(c)
    return Car { engine = c.get("engine"), colour = "red" }
end)
