/// An argument that is no option.
public struct Operand: Sendable, Hashable {
    public let value: ValueHint
    public let isOptional: Bool
    /// Whether there may be more of them; only the last one's may.
    public let isRepeatable: Bool

    public init(_ value: ValueHint, isOptional: Bool = false, isRepeatable: Bool = false) {
        self.value = value
        self.isOptional = isOptional
        self.isRepeatable = isRepeatable
    }

    /// The operand as the help shows it: `[FILE…]`.
    var synopsis: String {
        let name = value.name + (isRepeatable ? "…" : "")
        return isOptional ? "[\(name)]" : name
    }
}
