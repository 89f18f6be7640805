/// Writes scripts whose values depend on the bytes.
struct Expression {
    var reader: ByteReader
    /// Names that refer to values.
    let names: [String]
    private var nodes = 0

    init(_ bytes: [UInt8], names: [String]) {
        reader = ByteReader(bytes)
        self.names = names
    }

    /// One value.
    mutating func value(depth: Int = 0) -> String {
        nodes += 1
        let isLeaf = depth > 6 || nodes > 200 || reader.isEmpty
        switch reader.below(isLeaf ? 7 : 10) {
        case 0: return "nil"
        case 1: return reader.choice("true", "false")
        case 2: return "math.tointeger(\"\(reader.integer())\")"
        case 3: return Self.literal(reader.number())
        case 4: return Self.literal(reader.text())
        case 5: return names.isEmpty ? "nil" : names[reader.below(names.count)]
        case 6: return reader.choice("function() end", "coroutine.create(print)", "print", "setmetatable({}, {})")
        case 7: return list(depth)
        default: return table(depth)
        }
    }

    /// Several values, with commas.
    mutating func values(atMost most: Int) -> String {
        (0..<reader.below(most + 1)).map { _ in value() }.joined(separator: ", ")
    }

    private mutating func list(_ depth: Int) -> String {
        "{ " + (0..<reader.below(6)).map { _ in value(depth: depth + 1) }.joined(separator: ", ") + " }"
    }

    /// Keys that are nil or not a number are errors, which the script avoids.
    private mutating func table(_ depth: Int) -> String {
        let entries = (0..<reader.below(6)).map { _ in
            "[key(\(value(depth: depth + 1)))] = \(value(depth: depth + 1))"
        }
        return "{ " + entries.joined(separator: ", ") + " }"
    }

    /// The functions that the scripts need in addition to the library.
    static let preamble = "local function key(k) if k == nil or k ~= k then return 'none' end return k end "

    private static func literal(_ number: Double) -> String {
        if number.isNaN { return "(0 / 0)" }
        if number.isInfinite { return number < 0 ? "-math.huge" : "math.huge" }
        return "(\(number))"
    }

    private static func literal(_ bytes: [UInt8]) -> String {
        let escapes = bytes.map { byte in
            let digits = String(byte)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }
        return "\"" + escapes.joined() + "\""
    }
}
