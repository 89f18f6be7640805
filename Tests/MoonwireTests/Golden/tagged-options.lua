service "wrong" { type = "Rack", args = {
    engines = tagged("engine", { key = "name", lazy = 1 }),
    byName = tagged("engine", "name"),
    late = tagged(7),
} }
