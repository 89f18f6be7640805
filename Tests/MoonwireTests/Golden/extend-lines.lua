service "point" { type = "Point", args = { 1, 2 } }
extend "point" {
    tags = "point",
    reload = "reapply",
}
service "first" { type = "Engine", args = { "a" } }
service "second" { type = "Engine", args = { "b" } }
service "car" { type = "Car", args = { wheels = "four" } }
extend "car" {
    tags = "car",
    args = auto,
}
