extension Resolution {
    /// Runs `body`, in which slots that have become empty return their previous value.
    func holding<R>(_ slots: [HeldSlot], _ body: () throws -> R) rethrows -> R {
        let outer = self.slots.held
        self.slots.held += slots
        holdsSlots = !self.slots.held.isEmpty
        defer {
            self.slots.held = outer
            holdsSlots = !outer.isEmpty
        }
        return try body()
    }

    /// The value of a slot that may not be able to return it again.
    func heldValue<Value>(at key: @autoclosure () -> HeldSlot.Key, as _: Value.Type) -> Value? {
        if slots.held.isEmpty { return nil }
        let key = key()
        return slots.held.last { $0.key == key && !$0.isAssigned }.flatMap { $0.value as? Value }
    }

    /// The value for a slot that has none: its previous value, or the one that is being assigned to it.
    func substitute<Value>(at keys: @autoclosure () -> [HeldSlot.Key], as _: Value.Type) -> Value? {
        if slots.held.isEmpty { return nil }
        let keys = keys()
        return slots.held.last { keys.contains($0.key) }.flatMap { $0.value as? Value }
    }
}

extension BoundSlot {
    /// The replacement of an unreadable value, if a script reads or assigns the slot.
    func substitute() -> S.Value? {
        Resolution.current.substitute(at: [.storage(address), .owner(ObjectIdentifier(owner))], as: S.Value.self)
    }
}
