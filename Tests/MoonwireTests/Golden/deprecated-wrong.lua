service "a" { type = "Engine", args = { brand = "a" }, deprecated = 1, public = "no" }
