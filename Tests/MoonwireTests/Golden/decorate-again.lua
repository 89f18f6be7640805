-- resolve: engine
service "engine" { type = "Engine", args = { brand = "x" } }
decorate "engine" { id = "own", type = "Tuned", args = { inner = inner, mark = "first" } }
decorate "engine" {
    id = "own",
    type = "Tuned",
    args = { inner = inner, mark = "second" },
}
