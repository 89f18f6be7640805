preferences "Settings" {
    token = { kind = "text" },
    size = { kind = "string", min = 1 },
    level = { kind = "integer", default = "x" },
    mode = { kind = "string", one_of = { "red", 1 } },
    limit = { kind = "number", min = 0, max = 1.5 },
}
