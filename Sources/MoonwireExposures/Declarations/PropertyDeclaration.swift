/// A property of a type.
struct PropertyDeclaration: Sendable {
    let name: String
    let declaration: Declaration
    let type: TypeText
    let isStatic: Bool
    let isAsync: Bool
    let isThrowing: Bool
    let isolation: Isolation
    /// The property wrapper that makes it a slot; nil if it is none.
    let slot: SlotWrapper?

    init(_ symbol: Symbol, isStatic: Bool, isolation: Isolation) {
        name = symbol.pathComponents.last ?? ""
        declaration = Declaration(symbol)
        let fragments = symbol.declarationFragments
        let colon = fragments.firstIndex { $0.spelling.hasPrefix(":") } ?? fragments.endIndex
        type = TypeText(Array(fragments[colon...]))
        self.isStatic = isStatic
        let accessors = fragments.text.split(separator: "{", maxSplits: 1).dropFirst().joined()
        let words = accessors.split { " }(".contains($0) }
        isAsync = words.contains("async")
        isThrowing = words.contains("throws")
        self.isolation = isolation
        slot = SlotWrapper(fragments.attributes)
    }
}
