parameters {
    smtp = { host = "localhost" },
    banner = "%smpt.host% is up",
}
service "engine" {
    type = "Engine",
    args = {
        brand = param "smtp.hots",
        cylinders = "%cylinders%",
    },
}
service "text" {
    factory = function(args) return args.text end,
    args = {
        text = {
            "a",
            "over %smtp.hst% and out",
        },
    },
}
