service "engine" { type = "Engine", args = { brand = "Jaguar" }, reload = "Keep", scope = "Shared" }
service "car" { type = "Car", args = { engine = ref.engine, color = "Red" } }
