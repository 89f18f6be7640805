import MoonwireCore

/// The values that scripts hold as tokens, by the tokens' index.
struct ScriptTokens {
    private var values: [WiredValue] = [.value(.null)]
    /// How large the services without an id are that tokens stand for, by the tokens' index, and whether a value holds one.
    private var parts: [Int32: (extent: ReadingCosts.Extent, isHeld: Bool)] = [:]
    /// Whether all scripts have been read, so that tokens stand for nothing.
    private(set) var isClosed = false

    /// Keeps a value; the same value is found again by its index.
    mutating func keep(_ value: WiredValue) -> Int32 {
        values.append(value)
        return Int32(values.count - 1)
    }

    /// Keeps a service without an id, with all that was read for it.
    mutating func keep(inline definition: Definition, _ extent: ReadingCosts.Extent) -> Int32 {
        let index = keep(.inline(definition))
        parts[index] = (extent, false)
        return index
    }

    /// Records that a value holds the service for which a token stands; nil for any other token.
    mutating func hold(_ index: Int32) -> (extent: ReadingCosts.Extent, isShared: Bool)? {
        guard let part = parts[index] else { return nil }
        parts[index]?.isHeld = true
        return (part.extent, part.isHeld)
    }

    func value(at index: Int32) -> WiredValue { values[Int(index)] }

    /// Lets go of all values.
    mutating func close() {
        self = ScriptTokens()
        isClosed = true
    }
}
