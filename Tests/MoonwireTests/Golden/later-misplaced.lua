local function made(args) return args end
service "one" { factory = made, args = { later "two" } }
service "two" { factory = made, args = { ref "one" }, set = { inner = inline { factory = made, args = { later.one } } } }
service "three" { factory = { later "one", "make" } }
parameters { back = later "one" }
service "four" { factory = made, set = { other = param "back" } }
service "six" { factory = made, call = { { "take", { later "nobody" } } } }
inject { type = "Engine", value = later "one" }
