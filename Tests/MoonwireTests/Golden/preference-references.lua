preferences "Settings" {
    brand = { default = "INGENIUM" },
    cylinders = { default = 6, max = 12 },
    color = { default = "red", one_of = { "red", "blue" } },
    token = { kind = "string" },
}
service "unknown" { type = "Engine", args = { brand = preference "Settings.brnd" } }
service "kind" { type = "Engine", args = { brand = preference "Settings.cylinders" } }
service "unset" { type = "Engine", args = { brand = preference "Settings.token" } }
service "fine" { type = "Engine", args = { brand = preference "Settings.brand", cylinders = preference "Settings.cylinders" } }
service "choice" { type = "Car", args = { engine = ref.fine, color = preference "Settings.color" } }
parameters { brand = preference "Settings.brandy" }
inject { type = "Engine", value = inline { type = "Engine", args = { preference "Setting.brand" } } }
