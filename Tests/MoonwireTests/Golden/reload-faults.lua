service "one" { type = "Engine", args = { brand = "a" }, reload = "drian" }
service "two" { type = "Engine", args = { brand = "a" }, reload = 7 }
service "three" { type = "Engine", args = { brand = "a" }, reload = {} }
service "four" {
    type = "Engine", args = { brand = "a" },
    reload = { "pined" },
}
service "five" {
    type = "Engine", args = { brand = "a" },
    reload = { "drain", limit = 0 },
}
service "six" {
    type = "Engine", args = { brand = "a" },
    reload = { "drain", limit = "10s" },
}
service "seven" {
    type = "Engine", args = { brand = "a" },
    reload = { "keep", limit = 3 },
}
service "eight" {
    type = "Engine", args = { brand = "a" },
    reload = { "drain", limits = 3 },
}
service "nine" {
    type = "Engine", args = { brand = "a" },
    reload = { "drain", "keep" },
}
service "ten" {
    type = "Engine", args = { brand = "a" },
    reload = { limit = 3 },
}
defaults { reload = { "drain", limit = 1e9 } }
