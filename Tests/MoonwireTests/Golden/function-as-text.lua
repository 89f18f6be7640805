service "settings" {
    type = "Settings",
    args = {
        host = function() end,
    },
}
