/// A slot into which a container injects: together with its owner, or when it is first read.
protocol InjectableSlot: DeclaredSlot {
    var value: Value? { get set }
    /// The container that built or injected into the owner.
    var home: SlotHome? { get set }
    /// The id in the slot's declaration.
    var id: String? { get }
    /// Whether the slot is filled when it is read, even if it is required.
    static var isLate: Bool { get }
    /// The initial value in the declaration, created each time; nil if there is none.
    var initialValue: Value? { get }
    /// Whether the declaration contains an initial value.
    var hasInitialValue: Bool { get }
    /// The default if there is no other value.
    func standIn(_ generation: Generation?) throws -> Value?
    /// The value without a rule and without an initial value: a service, unless the slot has a provider of its own.
    static func answer(for slot: BoundSlot<Self>, in generation: Generation) throws -> SlotAnswer<Value>
    /// Whether a value that a container injects is stored.
    static var keepsValue: Bool { get }
    /// Whether there is such a default.
    func hasStandIn(_ generation: Generation) -> Bool
}

extension InjectableSlot {
    var hasInitialValue: Bool { false }
    var initialValue: Value? { nil }
    func standIn(_ generation: Generation?) throws -> Value? { nil }
    func hasStandIn(_ generation: Generation) -> Bool { false }
    static var keepsValue: Bool { true }

    static func answer(for slot: BoundSlot<Self>, in generation: Generation) throws -> SlotAnswer<Value> {
        try generation.answer(Value.self, id: slot.address.pointee.id, for: slot.address.pointee.home)
    }

    /// Whether the declaration states the value, so that only a rule for this very slot, or a forced one, applies.
    var saysItself: Bool { id != nil || hasInitialValue }

    static func read(_ slot: BoundSlot<Self>) throws -> Value { try slot.readOrThrow() }

    static func assign(_ value: Value, to slot: BoundSlot<Self>) {
        slot.address.pointee.value = isNothing(value) ? nil : value
    }

    static func join(_ home: SlotHome, _ slot: BoundSlot<Self>) {
        // An owner that a function only passes on belongs to the service that created it.
        if slot.address.pointee.home?.current !== home.current { slot.address.pointee.home = home }
    }

    /// Fills required slots; the others store the container that fills them later.
    static func adopt(_ slot: BoundSlot<Self>, by adoption: SlotAdoption) throws {
        let address = slot.address
        join(adoption.home, slot)
        guard address.pointee.value == nil, !isLate, !(Value.self is any OptionalType.Type) else { return }
        let answer = try slot.fill(in: adoption.generation)
        guard case .nothing(let fault) = answer else { return }
        if case .skipped = fault { return }
        var faults: [Diagnostic] = [
            .slot(slot.title, fault, address.pointee.declaration, in: adoption.service?.definition)
        ]
        if case .unknownService = fault {
            faults += adoption.generation.otherUnknownNames(in: slot.owner, slot.table, after: slot.field)
        }
        throw ContainerError(faults)
    }
}

/// The result of an attempt to fill a slot.
enum SlotAnswer<Value> {
    /// - Parameter isWeak: Whether the value is an instance that the container holds weakly.
    case value(Value, isWeak: Bool = false)
    case nothing(SlotFault)
}
