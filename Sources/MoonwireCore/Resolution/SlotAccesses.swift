/// What a thread knows of the slots that it reads or fills.
struct SlotAccesses {
    /// The values of slots for the property that is being read on behalf of a script.
    var held: [HeldSlot] = []
    /// The slots for which functions make values, outermost first.
    fileprivate var made: [HeldSlot.Key] = []
    /// The slots whose owners are asked for the names of their implementations, outermost first.
    fileprivate var named: [HeldSlot.Key] = []
    /// The owner that a container takes over.
    var adoption: Adoption?
    /// The innermost slot that is filled after its owner was built.
    var late: LateSlot?

    struct Adoption {
        let home: ObjectIdentifier
        /// The service under construction, whose instance may be the owner.
        let innermost: UnsafePointer<Resolution.Frame>?
    }
}

/// A slot that is filled after its owner was built, perhaps long after.
struct LateSlot {
    /// The innermost service under construction when it began: that one is not the owner's.
    let start: UnsafePointer<Resolution.Frame>?
    /// What depends on the value: the owner's service, or that of a slot for which this one is filled.
    let owner: SlotOwnerService?
}

/// A service that depends on what is requested for its slot.
struct SlotOwnerService {
    let position: Int
    let generation: ObjectIdentifier
    let start: UnsafePointer<Resolution.Frame>?

    /// Whether the slot was begun there, so that what is requested further in is for the slot.
    func begins(at frame: UnsafePointer<Resolution.Frame>?, in generation: Generation) -> Bool {
        frame == start && ObjectIdentifier(generation) == self.generation
    }
}

extension Resolution {
    /// Runs a function that makes the value of a slot; nil if it is running for that slot already.
    func making<R>(_ slot: HeldSlot.Key, _ body: () throws -> R) rethrows -> R? {
        if slots.made.contains(slot) { return nil }
        slots.made.append(slot)
        defer { slots.made.removeLast() }
        return try body()
    }

    /// Asks the owner of a slot for the name of its implementation; nil if it is being asked for that slot already.
    func naming<R>(_ slot: HeldSlot.Key, _ body: () -> R) -> R? {
        if slots.named.contains(slot) { return nil }
        slots.named.append(slot)
        defer { slots.named.removeLast() }
        return body()
    }
}
