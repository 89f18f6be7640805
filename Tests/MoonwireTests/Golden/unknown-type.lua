service "engine" {
    args = { brand = "Jaguar" },
    type = "Engin",
}
service "nothing" { type = "Zeppelin" }
