parameters {
    class = "Engnie",
}
service "engine" {
    args = { brand = "Jaguar" },
    type = "%class%",
}
