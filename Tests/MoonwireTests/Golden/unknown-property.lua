service "book" {
    type = "Logbook",
    set = {
        first = "a",
        secnd = "b",
    },
}
service "pairs" {
    type = "Logbook",
    set = {
        { "first", "a" },
        { "secnd", "b" },
    },
}
