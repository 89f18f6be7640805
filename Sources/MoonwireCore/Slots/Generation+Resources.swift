// Slots that the implementation of their owner fills, for products besides Moonwire.

import MoonwireModel

/// A provider of slots whose values are in an implementation that the owner names.
package protocol ResourceSlotProvider: ModuleSlotProvider {
    /// The name of the owner's implementation; nil if the owner names none.
    func implementation(of owner: AnyObject) -> String?
}

/// A value that calls a function of a script with the owner of its slot.
package protocol OwnerAction {
    /// Refers weakly to the owner; nil for something that is not a function.
    init?(_ function: any AnyObject & Sendable, owner: AnyObject, _ slot: String, _ wrappers: MethodWrappers)
}

extension Generation {
    /// The value of a resource in an implementation.
    func resource<Provider>(
        for slot: BoundSlot<Provided<Provider>>, _ implementation: String?
    ) throws -> SlotAnswer<Provider.Value> {
        let names = slot.table.ownerNames
        let location = slot.address.pointee.declaration.location
        guard let implementation else {
            throw ContainerError(.notImplemented(slot.title, slot.table.ownerName, at: location))
        }
        guard let entry = plan.rules.resource(of: slot, implementation) else {
            if plan.graph.implementations.contains(implementation, of: names) {
                return .nothing(.noResource(implementation))
            }
            throw ContainerError(
                .unknownImplementation(
                    implementation, of: slot.table.ownerName, names, "slot \(slot.title): ", in: plan.graph,
                    at: location))
        }
        return try answer(
            by: entry, Provider.Value.self, for: slot.owner, SlotInRule(title: slot.title, key: .storage(slot.address)),
            slot.address.pointee.home)
    }

    /// A function of a script as an action of the owner; nil if the slot has another type.
    func action<Value>(_ function: any AnyObject & Sendable, _ type: Value.Type, of owner: AnyObject, _ slot: String)
        -> Value?
    {
        guard let type = unwrapped(type) as? any OwnerAction.Type, let wrappers = context.current.wrappers else {
            return nil
        }
        return type.init(function, owner: owner, slot, wrappers) as? Value
    }
}

extension PlannedInjectionRules {
    /// The rule that gives a resource of an implementation.
    func resource<S: InjectableSlot>(of slot: BoundSlot<S>, _ implementation: String) -> Entry? {
        slot.field.flatMap { entry(book.resource($0.name, in: implementation, of: slot.table.ownerNames)) }
    }
}
