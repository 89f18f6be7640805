service "engine" { type = "Engine", args = { "V8" } }
service "workshop" { type = "Workshop" }
service "truck" {
    type = "Car",
    args = {
        engine = ref "engine",
        trailer = ref "workshop",
    },
}
service "rack" {
    type = "Rack",
    args = {
        driving = { ref "truck", ref "engine" },
        drivingByName = { first = ref "truck", second = inline { type = "Engine", args = { "V6" } } },
    },
}
service "tagged" { type = "Engine", args = { "tagged" }, tags = { "driving" } }
service "collector" { type = "Rack", args = { driving = tagged "driving" } }
