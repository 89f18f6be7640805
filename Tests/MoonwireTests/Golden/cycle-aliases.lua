alias "a" "b"
alias "b" "c"
alias "c" "a"
service "user" { factory = function(args) return args end, args = { ref "a" } }
