service "a" { factory = function(c) return 1 end, uses = { "nobody", ref "nobody2", lazy "b" } }
service "b" (function(c) return c.get "a" end)
service "c" { factory = function(args) end, args = { x = ref "missing" }, set = { y = ref "gone" } }
