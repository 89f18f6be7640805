import MoonwireValues

/// Finds out whether a service provides the type of a slot.
struct SlotProviders {
    private let graph: DefinitionGraph
    private var index: TypeIndex?

    init(_ graph: DefinitionGraph) {
        self.graph = graph
    }

    /// Whether nothing is known of the type of a service, such as one that a function of a script makes: a slot may get it.
    var hasServiceOfUnknownType: Bool {
        zip(graph.definitions, graph.facts.types).contains { definition, type in
            guard type == nil else { return false }
            switch definition.construction {
            case .alias, .swift: return false
            default: return true
            }
        }
    }

    mutating func provide(_ slot: SlotDescription) -> Bool {
        if let type = slot.swiftType.type, !graph.providers(of: ObjectIdentifier(type)).isEmpty { return true }
        // Only objects have names in a manifest.
        guard case .object(let name) = slot.shape else { return slot.swiftType.type == nil }
        return TypeIndex.fitsAnything(name) || hasService(of: name)
    }

    private mutating func hasService(of type: String) -> Bool {
        var index = index ?? TypeIndex(graph)
        defer { self.index = index }
        return !index.services(of: type).isEmpty
    }
}
