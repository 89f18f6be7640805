service "new" { type = "Engine", args = { brand = "B" } }
alias "old" ("new", { deprecated = true }, 5)
