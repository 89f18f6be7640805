preferences "Settings" "volume"
preferences "my settings" { a = { default = 1 } }
preferences "Twice" { a = { default = 1 }, a = { default = 2 } }
preferences "Missing"
