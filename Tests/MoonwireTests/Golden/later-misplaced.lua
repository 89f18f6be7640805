local function made(args) return args end
service "one" { factory = made, args = { later "two" } }
service "two" { factory = made, args = { ref "one" }, set = { inner = inline { factory = made, args = { later.one } } } }
service "three" { factory = { later "one", "make" } }
parameters { back = later "one" }
service "four" { factory = made, set = { other = param "back" } }
service "six" { factory = made, call = { { "take", { later "nobody" } } } }
inject { type = "Engine", value = later "one" }
service "base" { abstract = true, factory = made, args = { { later "one" }, later "two" } }
service "child.a" { parent = "base" }
service "child.b" { parent = "base", set = { other = later "child.b" } }
for number = 1, 2 do service("loop." .. number) { factory = made, args = { later "one" } } end
parameters {
    unused = { list = { "x", later "two" } },
    inner = inline { factory = made, set = { other = later "one" } },
}
