-- env: PASSWORD=hunter2
-- resolve: wrong type
-- resolve: in text
-- resolve: in map
-- resolve: function
-- resolve: missing
parameters {
    password = env.secret "PASSWORD",
    url = "https://me:%password%@host",
}
service "wrong type" { type = "Settings", args = { port = param "password" } }
service "in text" { type = "Settings", args = { port = "%url%" } }
service "in map" { type = "Settings", args = { limits = { a = param "password" } } }
service "function" { factory = function(args) return Engine { brand = "x", cylinders = args[1] } end,
    args = { param "password" } }
service "missing" { type = "Settings", args = { host = env.secret "PASSWROD" } }
