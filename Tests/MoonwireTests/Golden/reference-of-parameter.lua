parameters { id = "engine" }
alias "motor" (param "id")
