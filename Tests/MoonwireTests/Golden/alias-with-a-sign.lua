service "a" { type = "Workshop" }
alias "b" "@a"
