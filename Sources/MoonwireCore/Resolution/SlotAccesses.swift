/// What a thread knows of the slots that it reads or fills.
struct SlotAccesses {
    /// The values of slots for the property that is being read on behalf of a script.
    var held: [HeldSlot] = []
    /// The service for whose slot a function makes a value.
    var owner: SlotOwnerService?
}

/// A service for whose slot a function makes a value; it may have been built long before.
struct SlotOwnerService {
    let position: Int
    private let generation: ObjectIdentifier
    /// The innermost service under construction when the function begins.
    private let innermost: UnsafePointer<Resolution.Frame>?

    init(_ position: Int, in generation: Generation, _ resolution: Resolution) {
        self.position = position
        self.generation = ObjectIdentifier(generation)
        innermost = resolution.innermost
    }

    /// Whether the function itself makes a request, and not a service that is built for it.
    func asks(_ generation: Generation, _ innermost: UnsafePointer<Resolution.Frame>?) -> Bool {
        ObjectIdentifier(generation) == self.generation && innermost == self.innermost
    }
}

extension Resolution {
    /// Runs a function that makes a value for a slot of a service, which depends on what the function asks for.
    func making<R>(for owner: SlotOwnerService?, _ body: () throws -> R) rethrows -> R {
        let outer = slots.owner
        slots.owner = owner
        defer { slots.owner = outer }
        return try body()
    }
}
