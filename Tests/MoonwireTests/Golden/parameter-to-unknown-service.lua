parameters {
    engine = ref "engin",
    list = {
        "@nobody",
    },
}
service "engine" { type = "Engine", args = { "x" } }
service "car" { type = "Car", args = { engine = "%engine%" } }
