import MoonwireSupport
import MoonwireValues

extension DefinitionGraph {
    /// The implementations of the scripts, by their classes.
    package var implementations: ImplementationIndex {
        if let known = cache.implementations.withLock({ $0 }) { return known }
        let definitions = layers.all.flatMap(\.moduleDefinitions).compactMap { $0 as? ImplementationDefinition }
        let index = ImplementationIndex(definitions)
        cache.implementations.withLock { $0 = index }
        return index
    }

    /// The name of the implementation that a service gives its instance, by label or by position; nil if the environment determines it.
    package func implementation(ofServiceAt position: Int) -> String? {
        guard let match = facts.initializers[position], let type = facts.types[position],
            let index = type.description.initializers[match.position].arguments.firstIndex(where: {
                $0.label == "implementation"
            }), let argument = match.arguments.value(match.arguments.slots[index]),
            let result = try? evaluator.value(of: argument), result.marks.isEmpty,
            case .value(.text(let name)) = result.value
        else { return nil }
        return name
    }
}

/// The implementations of the scripts, by their classes; computed at first use.
package struct ImplementationIndex: Sendable {
    /// In the order in which they were written.
    let all: [ImplementationDefinition]
    private let names: [String: Set<String>]
    private let near: KnownNames

    init(_ all: [ImplementationDefinition]) {
        self.all = all
        var names: [String: Set<String>] = [:]
        for implementation in all { names[implementation.owner, default: []].insert(implementation.implementation) }
        self.names = names
        near = KnownNames { Set(all.map(\.implementation)).sorted() }
    }

    /// The names of the implementations of a class with these names, and of its base classes.
    package func names(of ownerNames: some Sequence<[String]>) -> Set<String> {
        ownerNames.joined().reduce(into: []) { $0.formUnion(names[$1] ?? []) }
    }

    /// Whether a class with these names, or one of its base classes, has an implementation with a name.
    package func contains(_ name: String, of ownerNames: some Sequence<[String]>) -> Bool {
        ownerNames.joined().contains { names[$0]?.contains(name) == true }
    }

    /// The names for a message about an unknown one: the nearest, or else all if there are few.
    package func suggestions(for name: String, of ownerNames: [[String]]) -> (near: [String], known: [String]) {
        let found = near.nearest(to: name).filter { contains($0, of: ownerNames) }
        if !found.isEmpty { return (found, []) }
        let sets = Set(ownerNames.joined()).compactMap { names[$0] }
        guard sets.reduce(0, { $0 + $1.count }) <= 12 else { return ([], []) }
        return ([], Set(sets.joined()).sorted())
    }
}
