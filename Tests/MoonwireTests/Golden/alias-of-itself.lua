alias "a" "a"
