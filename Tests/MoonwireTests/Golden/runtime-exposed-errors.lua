-- resolve: label
-- resolve: value
-- resolve: missing
-- resolve: positional
-- resolve: method
-- resolve: method value
-- resolve: property
-- resolve: assign
-- resolve: assign value
-- resolve: dot call
service "engine" { type = "Engine", args = { "Jaguar" } }
service "book" { type = "Logbook" }
service "label" (function(c)
    return Engine {
        brand = "x",
        cylindres = 3,
    }
end)
service "value" (function(c) return Engine { brand = 4 } end)
service "missing" (function(c) return Engine {} end)
service "positional" (function(c) return Engine "Jaguar" end)
service "method" (function(c) return c.get("engine"):descrbe "x" end)
service "method value" (function(c)
    local engine = c.get "engine"
    return engine:describe(4)
end)
service "property" (function(c) return c.get("engine").brnd end)
service "assign" (function(c)
    c.get("engine").brand = "Rover"
end)
service "assign value" (function(c) c.get("book").first = 4 end)
service "dot call" (function(c) return c.get("engine").describe("x") end)
