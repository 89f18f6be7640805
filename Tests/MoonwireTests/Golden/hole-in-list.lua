service "settings" {
    type = "Settings",
    args = {
        tags = {
            "a",
            nil,
            "c",
        },
    },
}
parameters {
    list = { [1] = "a", [3] = "c" },
}
service "book" {
    type = "Logbook",
    call = { { "note", nil, 3 } },
}
