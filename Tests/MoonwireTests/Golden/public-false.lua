-- resolve: engine
-- resolve: car
service "engine" { type = "Engine", args = { brand = "x" }, public = false }
service "car" { type = "Car", args = { engine = ref "engine" } }
