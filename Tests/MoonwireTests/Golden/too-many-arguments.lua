service "engine" {
    type = "Engine",
    args = {
        "Jaguar",
        4,
        "left over",
    },
}
service "book" {
    type = "Logbook",
    call = {
        { "note", "text", 1,
            "more" },
    },
}
