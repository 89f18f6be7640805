local function made(args) return args end
scopes { "request" }
service "transient.a" { factory = made, args = { ref "transient.b" }, scope = "transient" }
service "transient.b" { factory = made, set = { other = later "transient.a" } }
service "weak.a" { factory = made, args = { ref "weak.b" } }
alias "weak.c" "weak.a"
service "weak.b" { factory = made, set = { other = later "weak.c" }, scope = "weak" }
service "cached.a" { factory = made, set = { other = later "cached.a" }, scope = { "cached", ttl = 60 } }
service "mixed.a" { factory = made, args = { ref "mixed.b" }, scope = "request" }
service "mixed.b" { factory = made, set = { other = later "mixed.a" }, outlives = "request" }
service "kept.a" { factory = made, args = { ref "kept.b" }, reload = "keep" }
service "kept.b" { factory = made, set = { other = later "kept.a" } }
service "again.a" { factory = made, args = { ref "again.b" } }
service "again.b" { factory = made, set = { other = later "again.a" }, reload = "reapply" }
service "faulty.a" { factory = made, args = { ref "faulty.b" }, scop = "shared" }
service "faulty.b" { factory = made, set = { other = later "faulty.a" }, scope = "weak" }
