/// Makes decisions from bytes; without further bytes, it always makes the first choice.
struct ByteReader {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    var isEmpty: Bool { bytes.isEmpty }

    mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    mutating func below(_ bound: Int) -> Int { Int(byte()) % bound }

    mutating func choice<T>(_ first: T, _ others: T...) -> T {
        let index = below(others.count + 1)
        return index == 0 ? first : others[index - 1]
    }

    mutating func integer() -> Int64 {
        let edges: [Int64] = [0, 1, -1, 255, 256, 1 << 31, 1 << 53, .max, .min]
        let index = below(edges.count + 1)
        if index < edges.count { return edges[index] }
        return (0..<8).reduce(0) { sum, _ in sum << 8 | Int64(byte()) }
    }

    mutating func number() -> Double {
        switch below(6) {
        case 0: 0.5
        case 1: -0.0
        case 2: .infinity
        case 3: -9_223_372_036_854_775_808
        case 4: Double(integer())
        default: Double(bitPattern: UInt64(bitPattern: integer()))
        }
    }

    mutating func text() -> [UInt8] {
        let count = below(12)
        return (0..<count).map { _ in byte() }
    }
}
