parameters { c = "z", d = { e = 1, f = 2 }, empty = {}, nothing = null, plain = 1 }
parameters {
    c = { d = 1 },
    d = "text",
    empty = { a = 1 },
    nothing = { a = 1 },
    plain = 2,
}
