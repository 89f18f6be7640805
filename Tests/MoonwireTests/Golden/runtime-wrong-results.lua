-- resolve: car
-- resolve: bad trailer
-- resolve: none
-- resolve: method
-- resolve: late set
-- resolve: late call
service "text" (function(c) return "no engine" end)
service "car" {
    type = "Car",
    args = {
        engine = ref "text",
    },
}
service "engine" { type = "Engine", args = { "x" } }
service "bad trailer" {
    type = "Car",
    args = {
        engine = ref "engine",
        trailer = ref "text",
    },
}
service "none" { factory = "Engine.none" }
service "workshop" { type = "Workshop" }
service "method" { factory = { ref "workshop", "nothing" } }
service "late set" {
    factory = function() return Logbook {} end,
    set = { frist = "x" },
}
service "late call" {
    factory = function() return Logbook {} end,
    call = { { "nte", "x" } },
}
