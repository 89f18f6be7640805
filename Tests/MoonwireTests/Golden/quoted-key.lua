service "car" { "type" = "Car" }
