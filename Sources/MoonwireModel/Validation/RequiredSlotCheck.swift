import MoonwireValues

/// Reports required slots that no service and no rule can fill.
///
/// An initializer may assign a slot before the container fills it, so these are warnings. A service whose type is not known may be one
/// that a slot names, so nothing is reported beside such services.
struct RequiredSlotCheck {
    private let graph: DefinitionGraph
    private var index: TypeIndex?

    private init(_ graph: DefinitionGraph) {
        self.graph = graph
    }

    /// A warning for each such slot, at the first service of its class or for an owner of the application.
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        var check = RequiredSlotCheck(graph)
        var owners: Set<String> = []
        var remarks: [Diagnostic] = []
        for (definition, type) in zip(graph.definitions, graph.facts.types) {
            guard let type, !type.description.slots.isEmpty, !definition.isMadeElsewhere,
                owners.insert(type.description.qualifiedName).inserted
            else { continue }
            let assigned = Set(definition.setters.map(\.name))
            let owner = SlotOwner(type.description, type.exposed?.ownerNames)
            for slot in check.unfillable(owner) where !assigned.contains(slot.name) {
                remarks.append(.unfillableSlot(slot, of: owner.name, definition))
            }
        }
        for owner in graph.layers.owners.map(\.slotOwner) {
            remarks += check.unfillable(owner).map { .unfillableSlot($0, of: owner.name, nil) }
        }
        return remarks.isEmpty || graph.hasServiceOfUnknownType ? [] : remarks
    }

    private mutating func unfillable(_ owner: SlotOwner) -> [SlotDescription] {
        var slots: [SlotDescription] = []
        for slot in owner.slots where slot.isFilledWithItsOwner && !isFillable(slot, of: owner) { slots.append(slot) }
        return slots
    }

    private mutating func isFillable(_ slot: SlotDescription, of owner: SlotOwner) -> Bool {
        if graph.rules.decisive(for: InjectionRuleIndex.Subject(slot, of: owner), saysItself: false) != nil {
            return true
        }
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

extension DefinitionGraph {
    /// Whether nothing is known of the type of a service, such as one that a function of a script makes.
    fileprivate var hasServiceOfUnknownType: Bool {
        zip(definitions, facts.types).contains { definition, type in
            guard type == nil else { return false }
            switch definition.construction {
            case .alias, .swift: return false
            default: return true
            }
        }
    }
}

extension Definition {
    /// Whether the container builds nothing, or the application does it and may assign the slots.
    fileprivate var isMadeElsewhere: Bool {
        switch construction {
        case .alias, .synthetic, .swift: true
        default: false
        }
    }
}
