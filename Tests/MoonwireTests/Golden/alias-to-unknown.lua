service "engine" { type = "Engine", args = { "x" } }
alias "motor"
    "engin"
