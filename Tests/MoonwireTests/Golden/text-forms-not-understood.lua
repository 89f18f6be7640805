parameters {
    smtp = { host = "mail", port = 25 },
    typo = "%smtp-host%",
}
service "holder" {
    type = "Engine",
    args = {
        brand = "%env(itn:PORT)%",
    },
}
service "chain" { type = "Engine", args = { "%env(file:trim:CONFIG)%", "%env(string:int:A)%", "%env(trim:trim:trim:trim:trim:trim:trim:trim:trim:A)%" } }
service "space" { type = "Engine", args = { brand = "%env(int: PORT)%" } }
service "processor" { type = "Engine", args = { brand = "%env(default:80:int:PORT)%" } }
service "empty" { type = "Engine", args = { brand = "x %env()% y" } }
service "open" { type = "Engine", args = { brand = "%env(PORT" } }
service "dot" { type = "Engine", args = { brand = "%smtp.host.%" } }
service "type" { type = "%engine-class%" }
service "nobody" { type = "Engine", args = { brand = "@?" } }
service "near" { type = "Engine", args = { brand = "smtp://%smtp-host%" } }
service "tagged" { type = "Engine", args = { brand = "B" }, tags = { { "t", label = "%tag-label%" } } }
service "which" { type = "Engine", args = { brand = "@?%smtp.host%" } }
service "variable" { type = "Engine", args = { brand = "@mailer.%env(KIND)%" } }
service "formats" { type = "Engine", args = { brand = "@?100%" } }
