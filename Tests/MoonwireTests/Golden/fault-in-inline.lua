service "car" {
    type = "Car",
    args = {
        engine = inline {
            type = "Engine",
            args = {
                brand = "Jaguar",
                cylinders = "four",
            },
        },
        trailer = inline {
            type = "Cars",
        },
    },
}
service "two" {
    factory = function(args) return args end,
    args = {
        inline { type = "Engine", args = { brand = ref "nobody" } },
        inline { type = "Engine", args = { brand = 4 } },
        inline {
            type = "Engine",
            args = { brand = inline { type = "Workshop", scope = "shard" } },
        },
    },
}
