// What a thread knows of the slots of an owner while it fills them.

extension Resolution {
    /// Fills the slots of an owner that a container takes over; one of them may be read to fill another.
    func adopting<R>(_ home: SlotHome, _ body: () throws -> R) rethrows -> R {
        let outer = slots.adoption
        slots.adoption = SlotAccesses.Adoption(home: ObjectIdentifier(home), innermost: innermost)
        defer { slots.adoption = outer }
        return try body()
    }

    /// Fills a slot when it is read: the service of its owner depends on what is requested for it.
    func fillingLate<R>(_ home: SlotHome?, in generation: Generation, _ body: () throws -> R) rethrows -> R {
        if let home, let adoption = slots.adoption, adoption.home == ObjectIdentifier(home),
            adoption.innermost == innermost
        {
            return try body()
        }
        let outer = slots.late
        let position = home?.service.flatMap { generation.plan.names.position(of: $0) }
        let owner = position.map {
            SlotOwnerService(position: $0, generation: ObjectIdentifier(generation), start: innermost)
        }
        slots.late = LateSlot(start: innermost, owner: owner ?? outer?.owner)
        defer { slots.late = outer }
        return try body()
    }
}
