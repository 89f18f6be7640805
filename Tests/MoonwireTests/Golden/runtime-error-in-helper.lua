local function engine(options)
    return service(options.id) {
        type = "Engine",
        args = { options.name.brand },
    }
end

engine { id = "a", name = { brand = "Jaguar" } }
engine { id = "b" }
