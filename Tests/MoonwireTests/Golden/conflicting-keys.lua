service "a" {
    type = "Workshop",
    factory = function() return 1 end,
}
service "b" {
    synthetic = true,
    factory = function() return 1 end,
}
