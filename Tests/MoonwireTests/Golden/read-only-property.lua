service "book" {
    type = "Logbook",
    set = {
        count = 4,
    },
}
