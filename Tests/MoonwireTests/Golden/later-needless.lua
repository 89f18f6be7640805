local function made(args) return args end
service "one" { factory = made }
service "two" { factory = made, set = { other = later "one" } }
service "both.a" { factory = made, args = { ref "both.b" }, reload = "keep" }
service "both.b" { factory = made, set = { other = later "both.a" }, reload = "keep" }
service "cycle.a" { factory = made, args = { ref "cycle.b" } }
service "cycle.b" { factory = made, set = { { "other", later "cycle.a" }, { "one", later "one" } } }
service "other.a" { factory = made, set = { other = later "other.a", cycle = later "cycle.a" } }
