import MoonwireModel
import MoonwireValues

// Access to a slot whose type is known only at run time.

extension Slot {
    static func ownerSlot(
        at field: SlotField, of owner: AnyObject, _ table: SlotTable, in generation: Generation
    ) -> OwnerSlot {
        OwnerSlot(
            field, of: owner, table, wrapper, source(of: BoundSlot(field, of: owner, table), in: generation))
    }

    static func isFilled(at field: SlotField, of owner: AnyObject, _ table: SlotTable) -> Bool {
        withExtendedLifetime(owner) { isFilled(BoundSlot(field, of: owner, table)) }
    }

    static func value(at field: SlotField, of owner: AnyObject, _ table: SlotTable) throws -> Any {
        try read(BoundSlot(field, of: owner, table))
    }

    /// Returns false if the value is not one of the slot's type.
    static func assign(_ value: Any, at field: SlotField, of owner: AnyObject, _ table: SlotTable) throws -> Bool {
        guard let value = value as? Value else { return false }
        try assign(value, to: BoundSlot(field, of: owner, table))
        return true
    }

    /// Returns false for a slot that no container fills.
    static func empty(at field: SlotField, of owner: AnyObject, _ table: SlotTable) -> Bool {
        withExtendedLifetime(owner) { empty(BoundSlot(field, of: owner, table)) }
    }
}

extension SlotDescription.Kind {
    /// The property wrapper of the library.
    var publicWrapper: OwnerSlot.Wrapper {
        switch self {
        case .injected: .injected
        case .lazy: .lazy
        case .final: .final
        case .preference: .preference
        case .weak: .weak
        case .provided: .provided("Provided")
        case .partial: .provided("Partial")
        case .resource: .provided("Resource")
        }
    }
}

extension InjectableSlot {
    static func isFilled(_ slot: BoundSlot<Self>) -> Bool { slot.address.pointee.value != nil }

    static func empty(_ slot: BoundSlot<Self>) -> Bool {
        slot.address.pointee.value = nil
        return true
    }

    /// The same decisions as when the slot is filled, without filling it.
    static func source(of slot: BoundSlot<Self>, in generation: Generation) -> OwnerSlot.Source {
        if let rule = generation.plan.rules.source(of: slot) { return rule }
        // The storage is not copied: another thread may be changing the value.
        if slot.address.pointee.hasInitialValue { return .initialValue }
        if let service = generation.service(for: Value.self, id: slot.address.pointee.id) { return service }
        return slot.address.pointee.hasStandIn(generation) ? .newValue : .none
    }
}

extension PlannedInjectionRules {
    /// The rule that fills a slot.
    func source<S: InjectableSlot>(of slot: BoundSlot<S>) -> OwnerSlot.Source? {
        (try? decisive(for: slot)).map { .rule($0.rule.title, location: $0.rule.origin.location) }
    }
}

extension Generation {
    /// The service with that id, or the only one that provides the type.
    fileprivate func service<Value>(for type: Value.Type, id: String?) -> OwnerSlot.Source? {
        let position: Int?
        if let id {
            position = plan.names.position(of: id)
        } else {
            let positions = providerPositions(of: ObjectIdentifier(unwrapped(type)))
            position = positions.count == 1 ? positions[0] : nil
        }
        guard let position else { return nil }
        let definition = plan.services[position].definition
        return .service(definition.id, location: definition.origin.location)
    }
}
