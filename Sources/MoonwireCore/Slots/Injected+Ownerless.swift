import MoonwireValues

extension Injected {
    /// What a slot reads that belongs to no object. It keeps nothing: what one task overrides must not be seen by
    /// another.
    func readWithoutOwner() -> Value {
        if let value { return value }
        do {
            return try found()
        } catch {
            if let none = nothing(as: Value.self) { return none }
            declaration.trap(error)
        }
    }

    private func found() throws -> Value {
        guard let container = CurrentGeneration.ofSlots else { throw error(.noContainer) }
        guard container.peek({ _ in true }) != nil else { throw error(.containerEnded) }
        return try Resolution.current.resolving(in: container) { try found(in: $0) }
    }

    private func found(in generation: Generation) throws -> Value {
        if let entry = generation.rules.decisive(forOwnerless: Value.self, saysItself: id != nil) {
            guard let value = entry.value else { throw error(.skipped(entry.rule)) }
            generation.noteNeeds(of: entry.rule, by: nil)
            return try generation.read(value, by: entry.rule, "of type \(typeName(unwrapped(Value.self)))")
        }
        switch try generation.answer(Value.self, id: id, for: nil) {
        case .value(let value, _): return value
        case .nothing(let fault): throw error(fault)
        }
    }

    private func error(_ fault: SlotFault) -> ContainerError {
        ContainerError(.ownerlessSlot(SlotType(Value.self).name, fault, declaration))
    }
}
