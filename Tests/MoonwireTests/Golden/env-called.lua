service "mailer" { type = "Engine", args = { brand = env "BRAND" } }
