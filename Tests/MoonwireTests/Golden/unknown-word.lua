service "engine" { type = "Engine", args = { brand = "Jaguar" } }

servise "car" {
    type = "Car",
}
