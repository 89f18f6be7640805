service "one" { type = "Engine", args = { brand = "E" }, reload = "always" }
service "two" { type = "Engine", args = { brand = "E" }, reload = true }
service "three" {
    type = "Car",
    args = { engine = inline { type = "Engine", args = { brand = "E" }, reload = "keep" } },
}
