decorate(ref.engine) {
    type = "Engine",
    args = { inner },
    scop = "shared",
}
service "engine" {
    type = "Engine",
    args = { "Jaguar" },
    scop = "shared",
}
decorate(ref.engine)
{
    type = "Engine",
    stopp = "stop",
}
