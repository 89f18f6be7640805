/// An argument that is not an option.
package struct Operand: Sendable, Hashable {
    package let value: ValueHint
    package let isOptional: Bool
    /// Whether it can be repeated; only the last operand can.
    package let isRepeatable: Bool

    package init(_ value: ValueHint, isOptional: Bool = false, isRepeatable: Bool = false) {
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
