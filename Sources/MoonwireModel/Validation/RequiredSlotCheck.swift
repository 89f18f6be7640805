import MoonwireValues

/// Reports required slots that no service and no rule can fill.
///
/// An initializer may assign a slot before the container fills it, so these are warnings. A service whose type is not known may be one
/// that a slot names, so nothing is reported beside such services.
struct RequiredSlotCheck {
    private let graph: DefinitionGraph
    private var providers: SlotProviders

    private init(_ graph: DefinitionGraph) {
        self.graph = graph
        providers = SlotProviders(graph)
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
        for owner in graph.registeredOwners {
            remarks += check.unfillable(owner).map { .unfillableSlot($0, of: owner.name, nil) }
        }
        return remarks.isEmpty || check.providers.hasServiceOfUnknownType ? [] : remarks
    }

    private mutating func unfillable(_ owner: SlotOwner) -> [SlotDescription] {
        var slots: [SlotDescription] = []
        for slot in owner.slots where slot.isFilledWithItsOwner && !isFillable(slot, of: owner) { slots.append(slot) }
        return slots
    }

    private mutating func isFillable(_ slot: SlotDescription, of owner: SlotOwner) -> Bool {
        // Ids are checked separately.
        if slot.arguments?.id != nil { return true }
        return graph.rules.decisive(for: InjectionRuleIndex.Subject(slot, of: owner), saysItself: false) != nil
            || providers.provide(slot)
    }
}
