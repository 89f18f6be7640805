/// The scopes that the application opens: those that layers declare, and those that a manifest names.
package struct ScopeIndex: Sendable {
    /// The declarations, in the order in which the names were first written.
    package private(set) var definitions: [ScopeDefinition] = []
    private var index: [String: Int] = [:]
    /// The names that only the types know; whether these scopes are nested is not known.
    private let others: [String]
    /// Declarations of the same name that differ.
    private(set) var conflicts: [(ScopeDefinition, former: ScopeDefinition)] = []

    init(_ layers: [Layer], _ types: TypeRegistry?) {
        let builtIn = Set(ServiceScope.builtIn)
        for definition in layers.flatMap(\.scopes) {
            if let position = index[definition.name] {
                let former = definitions[position]
                guard former.isNestingKnown, definition.isNestingKnown else {
                    if definition.isNestingKnown { definitions[position] = definition }
                    continue
                }
                if former.parent != definition.parent { conflicts.append((definition, former)) }
            } else {
                index[definition.name] = definitions.count
                definitions.append(definition)
            }
        }
        others = (types?.scopes ?? []).filter { [index] in index[$0] == nil && !builtIn.contains($0) }
    }

    /// The declaration of a scope; nil if there is none.
    package subscript(name: String) -> ScopeDefinition? { index[name].map { definitions[$0] } }

    /// The scopes that can be opened.
    package var openable: [String] { definitions.map(\.name) + others }

    /// The scopes that services can have.
    package var names: [String] { ServiceScope.builtIn + openable }

    /// The scopes around a scope, innermost first, beginning with itself.
    package func enclosing(_ name: String) -> [String] {
        var names = [name]
        // Declarations may form a cycle, which is a fault.
        while names.count <= definitions.count, let last = names.last, let parent = self[last]?.parent {
            names.append(parent)
        }
        return names
    }

    /// Whether one scope is open for as long as another one; nil if that is not known.
    func isOpen(_ outer: String, throughout inner: String) -> Bool? {
        let names = enclosing(inner)
        if names.contains(outer) { return true }
        return names.last.flatMap { self[$0]?.isNestingKnown } == true ? false : nil
    }
}
