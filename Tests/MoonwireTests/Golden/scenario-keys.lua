service "engine" { type = "Engine", args = { "Rover" } }
scenario "keys" {
    relpace = {},
    replace = {
        engine = { tpye = "Engine" },
        car = {},
        tape = "Tape",
        deck = 7,
        rack = { type = "Rack", synthetic = true },
        "Mixer",
    },
    parameters = {
        ["a b"] = 1,
        "value",
        tags = tagged "tag",
    },
    live = "engine",
    builds = {
        engine = "once",
        car = -1,
        tape = 1.5,
    },
    fail = {
        engine = { at = 0, mesage = "x" },
        car = { at = 2 },
        tape = true,
        deck = { message = 7 },
    },
}
scenario "kinds" { replace = "engine", parameters = 1, live = { "engine", 7 }, builds = {1}, fail = function() end }
scenario "nothing" (nil)
scenario "function" (function() end)
scenario "unfinished"
