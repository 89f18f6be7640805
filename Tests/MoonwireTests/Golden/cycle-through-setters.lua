local function made(args) return args end
service "a" { factory = made, args = { ref "b" } }
service "b" { factory = made, args = { ref "c" } }
service "c" { factory = made, call = { { "attach", 1, { ref "a" } } } }
service "self" { factory = made, set = { own = ref "self" } }
service "d" { factory = made, args = { ref "e" } }
service "e" { factory = made, args = { ref "d" }, set = { other = ref "d" } }
service "f" { factory = made, set = { other = inline { factory = made, args = { ref "g" } } } }
service "g" { factory = made, args = { ref "f" }, set = { x = later "f" } }
