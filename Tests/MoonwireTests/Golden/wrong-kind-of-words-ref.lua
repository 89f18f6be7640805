service "car" {
    type = "Car",
    args = {
        engine = ref(4),
    },
}
