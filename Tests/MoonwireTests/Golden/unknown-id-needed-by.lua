service "newsletter" {
    factory = function(args) return args end,
    args = { ref "mailer" },
}
service "mailer" {
    type = "Car",
    args = { engine = ref "smpt" },
}
service "smtp" { type = "Engine", args = { brand = "S" } }
