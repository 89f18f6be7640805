parameters { mail = { host = "localhost" } }
service "mailer" { factory = function() end, args = { (param "mail").host } }
