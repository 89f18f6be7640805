extension HookRunner {
    /// The hooks of a slot; nil for most.
    package func hooks(of slot: SlotName) -> SlotHooks? {
        let chosen = plan.hooks(ofSlot: slot)
        return chosen.isEmpty ? nil : SlotHooks(slot: slot, planned: chosen)
    }

    /// Calls the `injected` hooks of a slot whose value is already visible; throws ``ContainerError`` if one fails.
    ///
    /// If `isWeak` is true, scripts must not keep the value alive; they never keep the owner.
    package func injected(
        _ value: AnyObject, isWeak: Bool = false, into owner: AnyObject, _ hooks: SlotHooks
    ) throws {
        let info = info(.injected, hooks.slot.description, type: hooks.slot.types.first)
        for planned in hooks.planned {
            try run(planned, [.object(value, isWeak: isWeak), .object(owner, isWeak: true)], info)
        }
    }
}

extension Generation {
    /// The hooks of a slot; nil for most.
    func hooks(ofSlot field: SlotField, _ table: SlotTable) -> SlotHooks? {
        guard plan.hooks.hasInjected else { return nil }
        return tables.slotHooks.hooks(of: field, table) { hookRunner.hooks(of: $0) }
    }
}
