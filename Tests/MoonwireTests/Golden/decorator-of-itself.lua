service "engine" { type = "Engine", args = { brand = "Jaguar" } }
service "car" { type = "Car", args = { engine = ref.engine } }
decorate "car" { type = "Car", args = { engine = ref.engine, trailer = ref.car } }

service "van" { type = "Car", args = { engine = ref.engine } }
decorate "van" { type = "Car", args = { engine = ref.engine, trailer = "@van" } }
decorate "van" { type = "Car", args = { engine = ref.engine, trailer = inner } }
