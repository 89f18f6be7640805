service "engine" { type = "Engine", args = { brand = "Jaguar" } }

service "car" {
    type = "Car",
    args = {
        engine = ref "engin",
        trailer = optional "caravan",
    },
}

service "fleet" (function(c) return c.get "car" end)

service "nested" {
    factory = function(args) return args end,
    args = {
        list = {
            ref "engine",
            ref "Engin",
        },
        text = "@engines",
    },
    uses = {
        "car",
        "carr",
    },
}
