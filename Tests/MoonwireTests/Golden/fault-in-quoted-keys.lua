service "settings" {
    ["type"] = "Settings",
    ["args"] = {
        ["port"] = "x",
        limits = {
            ["first limit"] = 1,
            ["second limit"] = "y",
            [ [[third]] ] = "z",
        },
        tags = {
            [1] = "a",
            [2] = 4,
        },
    },
}
