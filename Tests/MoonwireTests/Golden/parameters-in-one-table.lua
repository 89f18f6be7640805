parameters {
    ["a"] = "x",
    ["a.b"] = "y",
    c = { d = 1 },
    ["c.d"] = 2,
    e = { ["f.g"] = 1, f = "z" },
}
