import MoonwireValues

extension PlainValue {
    /// Whether it contains a null, which property lists do not support.
    var holdsNull: Bool {
        switch self {
        case .null: true
        case .list(let elements): elements.contains { $0.holdsNull }
        case .map(let entries): entries.values.contains { $0.holdsNull }
        default: false
        }
    }
}
