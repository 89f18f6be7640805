alias "a" { "b" }
