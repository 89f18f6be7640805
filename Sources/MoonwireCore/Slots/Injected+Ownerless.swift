import MoonwireValues

/// A slot that may belong to no object: a static one, or one of a struct.
protocol OwnerlessSlot: ReportingSlot {
    /// The identity of the slot.
    var key: OwnerlessSlotKey { get }
    /// The assigned value.
    var value: Value? { get }
}

extension Injected: OwnerlessSlot {
    /// The value of a slot that belongs to no object.
    ///
    /// It is not stored, because one task must not see the override of another.
    func readWithoutOwner() -> Value {
        if let value { return value }
        if let held = Resolution.current.heldValue(at: .ownerless(key), as: Value.self) { return held }
        do { return try readOrThrow() } catch {
            if let value = Resolution.current.substitute(at: [.ownerless(key)], as: Value.self) { return value }
            declaration.trap(error)
        }
    }

    var key: OwnerlessSlotKey { OwnerlessSlotKey(declaration, Value.self, id: id) }

    func answer() throws -> SlotAnswer<Value> {
        if let value { return .value(value) }
        guard let container = CurrentGeneration.ofSlots else { return .nothing(.noContainer) }
        guard container.peek({ _ in true }) != nil else { return .nothing(.containerEnded) }
        return try Resolution.current.resolving(in: container) { try answer(in: $0) }
    }

    private func answer(in generation: Generation) throws -> SlotAnswer<Value> {
        guard let entry = generation.plan.rules.decisive(forOwnerless: Value.self, saysItself: id != nil) else {
            return try generation.answer(Value.self, id: id, for: nil)
        }
        let slot = SlotInRule(title: "of type \(typeName(unwrapped(Value.self)))", key: .ownerless(key))
        return try generation.answer(by: entry, Value.self, for: nil, slot, nil)
    }

    func error(_ fault: SlotFault) -> ContainerError {
        ContainerError(.ownerlessSlot(SlotType(Value.self).name, fault, declaration))
    }

    var reportKey: SlotReports.Key { .ownerless(key) }
    var reportingContainer: CurrentGeneration? { CurrentGeneration.ofSlots }
}
