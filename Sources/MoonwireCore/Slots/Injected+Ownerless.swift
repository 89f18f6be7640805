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
        guard let container = Container.current else { throw error(.noContainer) }
        switch try container.resolving({ try $0.answer(Value.self, id: id, for: nil) }) {
        case .value(let value, _): return value
        case .nothing(let fault): throw error(fault)
        }
    }

    private func error(_ fault: SlotFault) -> ContainerError {
        ContainerError(.ownerlessSlot(SlotType(Value.self).name, fault, declaration))
    }
}
