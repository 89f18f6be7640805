-- resolve: a
-- resolve: c
service "a" (function(c) return c.get "b" end)
service "b" (function(c)
    return c.get "a"
end)
service "c" { factory = function(args) return args end, args = { ref "a" } }
