/// A hostile script, made of the words, of Lua's library, and of both together, as the bytes determine.
///
/// It begins with a valid wiring. Each later statement takes one thing to its extreme: the number, the depth, the length, the
/// sharing, or the number of one thing for each of another. Most of the names that they use exist, so that most scripts are refused
/// late or not at all.
struct HostileScript {
    var reader: ByteReader
    private(set) var text = ""

    init(_ bytes: [UInt8]) {
        reader = ByteReader(bytes)
        text = start()
        for _ in 0..<reader.choice(1, 1, 1, 2, 2, 3) { text += "do \(statement()) end\n" }
    }

    private mutating func start() -> String {
        let defaults = reader.choice(
            "", "", #"defaults { public = true, tags = "every" }"#,
            #"defaults { scope = "transient", reload = "rebuild" }"#,
            "local t = {} for i = 1, \(reader.choice(10, 100, 1_000)) do t[i] = 't' .. i end defaults { tags = t }")
        return """
            \(defaults)
            parameters { p = "x", n = 1, m = { a = "b" }, ["m.c"] = 2 }
            service "s1" { type = "Part" }
            service "s2" { type = "Part", args = { value = "%p%", part = ref "s1" }, tags = "t1" }
            service "s3" (function(c) return Part { part = c.get "s1" } end)
            service "base" { abstract = true, type = "Part", call = { { "take", 1 } } }
            preferences "G" { x = { default = 1 } }

            """
    }

    private mutating func statement() -> String {
        switch reader.below(24) {
        case 0, 1, 2, 3: many()
        case 4: deep()
        case 5: shared()
        case 6: long()
        case 7, 8, 9: chain()
        case 10, 11, 12: product()
        case 13: misspelled()
        case 14: library()
        case 15: source()
        case 16: endless()
        case 17: files()
        case 18, 19: busy()
        default: "service(\"o\" .. \(reader.below(4))) { \(keys().joined(separator: ", ")) }"
        }
    }

    /// A number, depth, or length.
    mutating func size() -> Int {
        let sizes = [10, 10, 10, 60, 60, 60, 200, 200, 1_000, 1_000, 3_000, 40_000, 1_000_000]
        return sizes[reader.below(sizes.count)]
    }
}
