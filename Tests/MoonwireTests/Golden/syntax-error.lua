service "engine" { type = "Engine" }
service "car" {
    type = "Car"
    args = {},
}
