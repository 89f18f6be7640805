service "car" { type = "Car", tags = { { "leg", end = 5 } } }
