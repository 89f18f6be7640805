package import MoonwireValues

/// The construction of an instance.
package struct ConstructionInspection: Sendable, Hashable, Encodable {
    package enum Kind: String, Sendable, Encodable {
        case initializer, method, staticMethod, function, swift, synthetic, alias
    }

    package let kind: Kind
    /// The construction in words: `method "car" of car_factory`.
    package let words: String
    package let location: ScriptLocation?
    package let functions: [FunctionInspection]
}
