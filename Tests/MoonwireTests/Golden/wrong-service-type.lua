service "workshop" { type = "Workshop" }
service "car" {
    type = "Car",
    args = {
        engine = ref "workshop",
        wheels = ref "workshop",
        trailer = lazy "workshop",
    },
}
service "remote" {
    type = "Remote",
    args = {
        engine = ref "workshop",
        engines = provider "workshop",
    },
}
