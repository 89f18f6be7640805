import MoonwireSupport

/// The hooks of one slot, in the order in which they run.
package struct SlotHooks: Sendable {
    let slot: SlotName
    let planned: [PlannedHook]
}

extension HookRunner {
    /// The hooks of a slot; nil for most.
    package func hooks(of slot: SlotName) -> SlotHooks? {
        let chosen = plan.hooks(ofSlot: slot)
        return chosen.isEmpty ? nil : SlotHooks(slot: slot, planned: chosen)
    }

    /// Tells hooks that a slot was filled, its value visible already; throws ``ContainerError`` when one fails.
    ///
    /// - Parameter isWeak: Whether scripts must not keep the value alive; they never keep the owner.
    package func injected(
        _ value: AnyObject, isWeak: Bool = false, into owner: AnyObject, _ hooks: SlotHooks
    ) throws {
        let info = info(.injected, hooks.slot.description, type: hooks.slot.types.first)
        for planned in hooks.planned {
            try run(planned, [.object(value, isWeak: isWeak), .object(owner, isWeak: true)], info)
        }
    }
}

/// The hooks of the slots that a generation has filled, looked up once for each.
final class KnownSlotHooks: Sendable {
    private let known = Lock<[SlotKey: SlotHooks?]>([:])

    func hooks(of field: SlotField, _ table: SlotTable, _ lookUp: (SlotName) -> SlotHooks?) -> SlotHooks? {
        let key = SlotKey(field, of: table)
        if let known = known.withLock({ $0[key] }) { return known }
        let found = lookUp(SlotName(field, of: table))
        known.withLock { $0[key] = .some(found) }
        return found
    }
}

extension SlotName {
    fileprivate init(_ field: SlotField, of table: SlotTable) {
        self.init(
            owner: table.ownerName, otherOwners: table.ownerNames.joined().filter { $0 != table.ownerName },
            name: field.name, types: field.type.typeNames + field.type.protocolNames)
    }
}

extension Generation {
    /// The hooks of a slot; nil for most.
    func hooks(ofSlot field: SlotField, _ table: SlotTable) -> SlotHooks? {
        guard hooks.hasInjected else { return nil }
        return slotHooks.hooks(of: field, table) { hookRunner.hooks(of: $0) }
    }
}
