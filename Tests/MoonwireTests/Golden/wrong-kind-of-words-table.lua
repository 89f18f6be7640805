service "id" "text"
service "other" (4)
service "nothing" ()
inline "Engine"
parameters "name"
parameters(4)
alias "a" "id"
