-- Wirings for tests, which name them: @Test(.wiring(…, scenario: "two requests"))

scenario "two requests" {
    builds = { exchange = 2, ["request.log"] = 2, routes = 1, store = 1, courier = 0, server = 0 },
}

scenario "no targets" {
    live    = { "store", "bell", "courier", "metrics" },
    replace = { targets = { type = "TargetList", args = { all = {} } } },
    builds  = { courier = 1, targets = 1 },
}

scenario "the store cannot be opened" {
    fail   = { store = "the disk is full" },
    builds = { server = 0 },
}
