/// A slot as hooks choose it.
package struct SlotName: Sendable, Hashable {
    package let owner: String
    package let name: String
    /// The names of the slot's type and of what it is known to be besides, its own first.
    package let types: [String]

    package init(owner: String, name: String, types: [String]) {
        self.owner = owner
        self.name = name
        self.types = types
    }
}

extension SlotName: CustomStringConvertible {
    package var description: String { "\(owner).\(name)" }
}

/// The hooks of one slot, in the order in which they run.
package struct SlotHooks: Sendable {
    let slot: SlotName
    let planned: [PlannedHook]
}

extension HookTarget {
    /// Whether the target chooses the slot.
    func matches(_ slot: SlotName) -> Bool {
        if case .type(let name) = kind { return slot.types.contains(name) }
        return matches(name: slot.description)
    }
}

extension HookRunner {
    /// The hooks of a slot; nil for most. To be asked once for each slot of a generation, and kept.
    package func hooks(of slot: SlotName) -> SlotHooks? {
        let chosen = plan.hooks(.injected).filter { $0.hook.target?.matches(slot) == true }
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
