decorate "missing" {
    id = "own",
    type = "Tuned",
    args = { inner = inner, mark = 7 },
}
service "user" { type = "Car", args = { engine = ref "own" } }
decorate "own" { type = "Tuned", args = { inner = inner, mark = ref "gone" } }
decorate "ghost" { type = "Tuned", if_present = true, id = "vapor", args = { inner = inner, mark = 7 } }
decorate "vapor" { type = "Tuned", args = { inner = inner, mark = 8 } }
decorate "vapor" { type = "Tuned", if_present = true, args = { inner = inner, mark = 9 } }
service "base" { abstract = true, type = "Engine" }
decorate "base" { type = "Tuned", args = { inner = inner, mark = 10 } }
decorate "nowhere" (function(inner) return inner end)
alias "broken" "nothing"
decorate "broken" { type = "Tuned", args = { inner = inner, mark = 11 } }
