-- resolve: user
-- resolve: clock
service "clock" { synthetic = true }
service "user" {
    factory = function(args) return args end,
    args = { ref "clock" },
}
