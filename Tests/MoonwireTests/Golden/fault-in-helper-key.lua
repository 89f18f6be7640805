local function engine(id)
    return service(id) {
        typ = "Engine",
        args = { "Jaguar" },
    }
end

engine("a")
