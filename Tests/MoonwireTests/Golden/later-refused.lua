local function made(args) return args end
service "five" { factory = made, uses = { later "one" } }
service "eight" { factory = made, args = { tagged("t", { exclude = { later "one" } }) } }
service "nine" { factory = made, set = { other = later("ten", { name = 1 }) } }
service "ten" { factory = made, args = { ref "nine" }, after = { later "nine" } }
alias "seven" (later "one")
