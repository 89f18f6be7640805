parameters {
    a = { b = 1 },
    ["a.b"] = 2,
    ["a..b"] = 3,
    ["1a"] = 4,
}
