service "pump" {
    type = "Pump",
    args = { strength = 4 },
}
service "empty" { type = "Pump" }
service "three" { type = "Pump", args = { 1, 2, 3 } }
