/// The effective definitions, by position and by id.
package struct DefinitionTable {
    /// In the order in which their ids were first written.
    package let definitions: [Definition]
    /// The position of the effective definition for each id.
    package let index: NameIndex
    /// Abstract definitions, by id.
    package let abstracts: [String: Definition]
    private let aliases: AliasTargets
    /// The supplied instances to check against their uses, by the position of their services; empty in a graph that is planned.
    var supplied: [Int: SuppliedInstance] = [:]

    init(_ definitions: [Definition], _ index: NameIndex, abstracts: [String: Definition]) {
        self.definitions = definitions
        self.index = index
        self.abstracts = abstracts
        aliases = AliasTargets(definitions, index)
    }

    /// The position of the definition to which an id finally refers; nil for an unknown id or a cycle of aliases.
    package func target(of id: String) -> Int? {
        index[id].flatMap { target(ofDefinitionAt: $0) }
    }

    package func target(ofDefinitionAt position: Int) -> Int? { aliases.target(ofDefinitionAt: position) }

    /// The definition at a position; for a supplied service, one with the type of the supplied instance.
    package func suppliedDefinition(at position: Int) -> Definition {
        supplied[position]?.definition ?? definitions[position]
    }

    /// The position of the service that the decorators at a position finally wrap; for anything else, the same position.
    package func original(ofServiceAt position: Int) -> Int {
        var position = position
        while let inner = wrapped(at: position) { position = inner }
        return position
    }

    /// The positions of the decorators of a service, outermost first; empty for most.
    package func decorators(ofServiceAt original: Int) -> [Int] {
        guard definitions[original].isWrapped, let outermost = index[definitions[original].outermostID] else {
            return []
        }
        let stack = Array(sequence(first: outermost) { self.wrapped(at: $0) })
        return stack.last == original ? stack.dropLast() : []
    }

    private func wrapped(at position: Int) -> Int? {
        guard definitions[position].decorates != nil else { return nil }
        return index[definitions[position].id + Definition.innerSuffix]
    }
}
