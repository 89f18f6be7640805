service "a" { factory = function(args) return args end, args = { ref "b" } }
alias "b" "a"
