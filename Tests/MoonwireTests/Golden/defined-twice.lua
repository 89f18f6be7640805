service "engine" {
    type = "Engine",
    args = { "Jaguar" },
}

service "engine" { type = "Engine", args = { "Rover" } }
alias "wagon" "engine"
service "wagon" { type = "Engine", args = { "Volvo" } }
