service "factory" { factory = { ref "nobody",
    "make" } }
service "text" { factory = {
    "@no workshop",
    "make" } }
service "book" {
    type = "Logbook",
    set = {
        { "first", "a" },
        { "engine", "@no engine" },
    },
    call = {
        { "note", "a" },
        {
            "note",
            "@no text",
            ref "no number",
        },
    },
    configure = function() end,
}
service "lazy" { type = "Remote", args = {
    engine = lazy "no lazy",
    engines = provider "no provider",
} }
