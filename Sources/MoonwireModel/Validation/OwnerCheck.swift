/// Types that the application names as owners must have slots that can be found.
enum OwnerCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        graph.layers.owners.compactMap { owner in owner.hiddenFields.map { .notInjectable(owner.slotOwner.name, $0) } }
    }
}

/// A container cannot inject into slots that it cannot find, and reading one ends the program.
enum OwnerRemarkCheck {
    /// A warning for each class without field information that may have slots, at its first service.
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        var seen: Set<ObjectIdentifier> = []
        return zip(graph.definitions, graph.facts.types).compactMap { definition, type in
            guard let exposed = type?.exposed, seen.insert(ObjectIdentifier(exposed.type)).inserted,
                exposed.type is AnyClass, let hidden = exposed.hiddenFields, exposed.mayOwnSlots
            else { return nil }
            return .unfilledSlots(definition, hidden)
        }
    }
}

extension ExposedType {
    /// The storage of slots is mutable: their owner is not `Sendable`, or it is isolated.
    fileprivate var mayOwnSlots: Bool {
        guard description.isSendable, !(type is any Actor.Type) else { return true }
        return (description.initializers + description.methods).contains { $0.isolation != .none }
    }
}
