defaults { scop = "shared", scope = "often", public = 1, reload = "never" }
service "a" { type = "Engine", args = { brand = "a" } }
defaults { scope = "transient" }
defaults "x"
