/// A set of services, by position.
struct ServiceSet: Sendable {
    private static let bits = UInt.bitWidth
    private var words: [UInt]

    /// An empty set of services out of `count`.
    init(count: Int) {
        words = Array(repeating: 0, count: (count + Self.bits - 1) / Self.bits)
    }

    /// Whether the set contains the service at a position.
    @inline(__always) func contains(_ position: Int) -> Bool {
        words[position / Self.bits] >> UInt(position % Self.bits) & 1 != 0
    }

    /// Adds the service at a position; false if it was in the set.
    mutating func insert(_ position: Int) -> Bool {
        if contains(position) { return false }
        words[position / Self.bits] |= 1 << UInt(position % Self.bits)
        return true
    }
}
