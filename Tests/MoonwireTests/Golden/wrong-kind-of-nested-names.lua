service "workshop" { type = "Workshop" }
service "car" {
    factory = {
        ref "workshop",
        4,
    },
}
service "param" { type = param "class" }
service "static" { factory = "Engine." }
