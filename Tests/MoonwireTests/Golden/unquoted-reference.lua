service "car" { type = "Car", args = { engine = ref engine, wheels = 4 } }
