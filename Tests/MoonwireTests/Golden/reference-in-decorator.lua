service "engine" { type = "Engine", args = { "Jaguar" } }
decorate(ref.engine) {
    type = "Engine",
    args = { inner },
    scop = "shared",
}
