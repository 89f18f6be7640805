service "engine" {
    args = { "Jaguar" },
}
service "empty" {}
