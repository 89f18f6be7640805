import MoonwireCore

/// The values that tokens of scripts represent, by the index of the token.
struct ScriptTokens {
    private var values: [WiredValue] = [.value(.null)]
    /// The number of values that were kept while the scripts were read, if a pass adds others.
    private var readCount = 0
    /// How much larger the index of a later value is than its position: tokens of different passes have different indices.
    private var offset = 0
    /// The sizes of services without an id and of other values with parts, by the index of their token, and whether a value contains
    /// them.
    private var parts: [Int32: (extent: ReadingCosts.Extent, isHeld: Bool)] = [:]
    /// Whether all scripts have been read, so that tokens represent nothing.
    private(set) var isClosed = false

    /// Keeps a value; the same value is found again by its index.
    mutating func keep(_ value: WiredValue) -> Int32 {
        values.append(value)
        return Int32(offset + values.count - 1)
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

    /// The value of a token; nil for one of another pass, whose values are released.
    func value(at index: Int32) -> WiredValue? {
        let index = Int(index)
        if offset == 0 || index < readCount { return values.indices.contains(index) ? values[index] : nil }
        return index >= readCount + offset && index < values.count + offset ? values[index - offset] : nil
    }

    /// The same values, to which a pass adds others with indices from `next`.
    func reopened(from next: Int) -> ScriptTokens {
        var reopened = self
        reopened.readCount = values.count
        reopened.offset = max(0, next - values.count)
        return reopened
    }

    /// The index of the next value.
    var next: Int { offset + values.count }

    /// Releases all values.
    mutating func close() {
        self = ScriptTokens()
        isClosed = true
    }
}
