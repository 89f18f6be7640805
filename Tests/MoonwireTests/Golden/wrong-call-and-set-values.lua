service "book" {
    type = "Logbook",
    set = {
        first = 4,
        engine = ref "book two",
    },
    call = {
        { "note", "fine" },
        { "note", 4 },
        {
            "note",
            "fine",
            "often",
        },
    },
}
service "book two" { type = "Logbook" }
