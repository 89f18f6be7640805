service "car" { type = "Workshop" }
alias "auto"
alias "wagon" "car"
