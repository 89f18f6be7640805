import MoonwireValues

extension Value {
    /// Whether there is a null in it, which property lists do not have.
    var holdsNull: Bool {
        switch self {
        case .null: true
        case .list(let elements): elements.contains { $0.holdsNull }
        case .map(let entries): entries.values.contains { $0.holdsNull }
        default: false
        }
    }
}
