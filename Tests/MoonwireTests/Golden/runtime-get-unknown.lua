-- resolve: user
-- resolve: outer
-- resolve: colon
-- resolve: param
-- resolve: member
service "engine" { type = "Engine", args = { "Jaguar" } }
parameters { brand = "x" }
service "user" (function(c)
    return c.get "engin"
end)
service "outer" { factory = function(args) return args end, args = { ref "user" } }
service "colon" (function(c) return c:get(4) end)
service "param" (function(c) return c.param "brnd" end)
service "member" (function(c) return c.gett "engine" end)
