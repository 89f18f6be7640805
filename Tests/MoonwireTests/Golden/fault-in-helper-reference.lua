local function car(id, engine)
    return service(id) {
        type = "Car",
        args = {
            engine = ref(engine),
        },
    }
end

car("a", "engine")
