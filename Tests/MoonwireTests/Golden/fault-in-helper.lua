local function engine(id, brand)
    return service(id) {
        type = "Engine",
        args = {
            brnd = brand,
        },
    }
end

engine("a", "Jaguar")
engine("b", "Rover")
