service "settings" {
    type = "Settings",
    args = {
        host = function() end,
        tags = { coroutine.create(function() end) },
        note = print,
    },
}
