for index = 1, 2 do
    service("engine" .. index) {
        type = "Engine",
        args = {
            brand = index,
        },
    }
end
