service "book" { type = "Notebook" }
service "weak" {
    type = "Notebook",
    scope = "weak",
}
service "fine" { type = "Notebook", scope = "transient" }
service "each" { type = "Notebook", scope = "graph" }
alias "again" "fine"
