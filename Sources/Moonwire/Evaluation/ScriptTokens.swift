import MoonwireCore

/// The values that tokens of scripts represent, by the index of the token.
struct ScriptTokens {
    private var values: [WiredValue] = [.value(.null)]
    /// The sizes of services without an id and of other values with parts, by the index of their token, and whether a value contains
    /// them.
    private var parts: [Int32: (extent: ReadingCosts.Extent, isHeld: Bool)] = [:]
    /// Whether all scripts have been read, so that tokens represent nothing.
    private(set) var isClosed = false

    /// Keeps a value; the same value is found again by its index.
    mutating func keep(_ value: WiredValue) -> Int32 {
        values.append(value)
        return Int32(values.count - 1)
    }

    /// Records that a value contains the service that a token represents; nil for any other token.
    mutating func hold(_ index: Int32) -> (extent: ReadingCosts.Extent, isShared: Bool)? {
        guard let part = parts[index] else { return nil }
        parts[index]?.isHeld = true
        return (part.extent, part.isHeld)
    }

    /// Keeps a value with its parts, and their size.
    mutating func keep(_ value: WiredValue, _ extent: ReadingCosts.Extent) -> Int32 {
        let index = keep(value)
        parts[index] = (extent, false)
        return index
    }

    /// The number of values that have been kept.
    var count: Int { values.count }

    func value(at index: Int32) -> WiredValue { values[Int(index)] }

    /// Releases all values.
    mutating func close() {
        self = ScriptTokens()
        isClosed = true
    }
}
