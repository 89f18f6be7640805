/// What the application says has slots must have some that can be found.
enum OwnerCheck {
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        graph.owners.compactMap { owner in owner.hiddenFields.map { .notInjectable(owner.slotOwner.name, $0) } }
    }
}

/// Slots that a container cannot find are not filled, and reading one ends the program.
enum OwnerRemarkCheck {
    /// A warning for each class whose fields are not known and that may have slots, at the first service of it.
    static func check(_ graph: DefinitionGraph) -> [Diagnostic] {
        var seen: Set<ObjectIdentifier> = []
        return zip(graph.definitions, graph.serviceTypes).compactMap { definition, type in
            guard let exposed = type?.exposed, exposed.mayOwnSlots, exposed.type is AnyClass,
                let hidden = exposed.hiddenFields, seen.insert(ObjectIdentifier(exposed.type)).inserted
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
