service "engine" {
    args = { brand = "Jaguar" },
    factory = "Engine.standart",
}
service "typo" { factory = "Engin.standard", args = { brand = "x" } }
service "bare" { factory = "standard", args = { brand = "x" } }
