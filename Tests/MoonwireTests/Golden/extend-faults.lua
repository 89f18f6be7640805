service "engine" { type = "Engine", args = { "Rover" } }
alias "motor" "engine"
service "given" { synthetic = true, type = "Engine" }
extend "engin" { args = { "Jaguar" } }
extend "later" { args = { "Jaguar" } }
service "later" { type = "Engine", args = { "Rover" } }
extend "motor" { args = { "Jaguar" } }
extend "given" { args = { "Jaguar" }, scope = "transient" }
extend "given" { tags = "engine" }
service "made" (function(c) return 1 end)
extend "made" { args = { 1 } }
decorate "engine" { id = "loud", factory = function(args) return args[1] end, args = { inner } }
extend "loud" { tags = "loud" }
extend "gone" { args = { ref "nothing" }, uses = { "nobody" } }
extend "given" { type = "Car" }
