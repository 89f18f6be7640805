service "workshop" { type = "Workshop" }
service "engine" { type = "Engine", args = { "Jaguar" } }
service "car" {
    args = { engine = ref "engine" },
    factory = { ref "workshop", "cars" },
}
service "book" {
    type = "Logbook",
    call = {
        { "note", "one" },
        { "notes", "two" },
    },
}
