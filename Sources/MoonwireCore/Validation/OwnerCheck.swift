/// What the application says has slots must have some that can be found.
enum OwnerCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        graph.owners.compactMap { owner in owner.hidden.map { .notInjectable(owner.ownerName, $0) } }
    }
}

/// Slots that a container cannot find are not filled, and reading one ends the program.
enum OwnerRemarkCheck {
    /// A warning for each class whose fields are not known and that may have slots, at the first service of it.
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        var seen: Set<ObjectIdentifier> = []
        return zip(graph.definitions, graph.serviceTypes).compactMap { definition, type in
            guard let exposure = type?.exposure, exposure.mayOwnSlots, let owner = exposure.type as? AnyClass,
                let hidden = SlotTable.of(owner).hidden, seen.insert(ObjectIdentifier(owner)).inserted
            else { return nil }
            return .unfilledSlots(definition, hidden)
        }
    }
}

extension Exposure {
    /// The storage of slots is mutable: their owner is not `Sendable`, or it is isolated.
    fileprivate var mayOwnSlots: Bool {
        guard description.isSendable, !(type is any Actor.Type) else { return true }
        return (description.initializers + description.methods).contains { $0.isolation != .none }
    }
}
