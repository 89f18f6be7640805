service "a" { factory = function(c) return 1 end, uses = { "b" } }
service "b" { factory = function(c) return 1 end, uses = { "a" } }
