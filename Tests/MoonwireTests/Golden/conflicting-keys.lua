service "a" {
    type = "Workshop",
    factory = function() return 1 end,
}
service "b" {
    synthetic = true,
    factory = function() return 1 end,
}
service "supplied" {
    synthetic = true, type = "Engine", scope = "graph",
    args = { brand = "x" },
    set = { brand = "y" },
    call = { { "start" } },
    configure = function() end,
}
