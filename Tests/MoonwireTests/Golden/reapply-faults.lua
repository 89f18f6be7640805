service "idle" { type = "Engine", args = { brand = "a" }, reload = "reapply" }
service "value" { type = "Point", args = { x = 1, y = 2 }, set = { x = 3 }, reload = "reapply" }
service "near" { type = "Logbook", call = { { "note", "a" } }, reload = "reaply" }
service "brief" { type = "Logbook", call = { { "note", "a" } }, scope = "transient", reload = "reapply" }
service "written" {
    type = "Logbook", call = { { "note", "a" } }, configure = function() end,
    reload = "reapply",
}
