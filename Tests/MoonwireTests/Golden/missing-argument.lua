service "engine" {
    type = "Engine",
    scope = "transient",
    args = {
        cylinders = 4,
    },
}
service "plain" { type = "Engine" }
service "book" { type = "Logbook", call = { { "note" } } }
