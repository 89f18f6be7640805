package import MoonwireValues

extension WiredValue {
    /// A plain value; a map in it is a branch of the parameters.
    package init(plain value: PlainValue) {
        switch value {
        case .map(let entries): self = .map(entries.mapValues { WiredValue(plain: $0) })
        case .list(let elements): self = .list(elements.map { WiredValue(plain: $0) })
        default: self = .value(value)
        }
    }
}
