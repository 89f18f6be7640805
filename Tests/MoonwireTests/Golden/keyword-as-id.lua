service "car" { type = "Car", args = { engine = ref.end } }
