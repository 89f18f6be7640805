/// A slot that a container fills: with its owner, or when it is first read.
protocol InjectableSlot: DeclaredSlot {
    var value: Value? { get set }
    /// The container that built the owner or was told to inject into it.
    var home: SlotHome? { get set }
    /// The id that the slot itself names.
    var id: String? { get }
    /// Whether the slot waits until it is read, even if it must hold something.
    static var isLate: Bool { get }
    /// The initial value that the owner's declaration gives, made anew each time; nil when it gives none.
    var initialValue: Value? { get }
    /// Whether the declaration gives an initial value.
    var hasInitialValue: Bool { get }
    /// What stands in when nobody knows anything better.
    func standIn(_ generation: Generation?) throws -> Value?
}

extension InjectableSlot {
    var hasInitialValue: Bool { false }
    var initialValue: Value? { nil }
    func standIn(_ generation: Generation?) throws -> Value? { nil }
    /// Whether the slot says what goes in, so that only a rule for this very slot, or a forced one, counts.
    var saysItself: Bool { id != nil || hasInitialValue }

    static func read(_ slot: BoundSlot<Self>) throws -> Value { try slot.readOrThrow() }

    static func assign(_ value: Value, to slot: BoundSlot<Self>) {
        slot.address.pointee.value = isNothing(value) ? nil : value
    }

    /// Fills what must hold something; the rest remembers who fills it later.
    static func adopt(_ slot: BoundSlot<Self>, by adoption: SlotAdoption) throws {
        let address = slot.address
        // An owner that a function only passes on belongs to the service that made it.
        if address.pointee.home?.container !== adoption.home.container { address.pointee.home = adoption.home }
        guard address.pointee.value == nil, !isLate, !(Value.self is any OptionalType.Type) else { return }
        let answer = try slot.fill(in: adoption.generation)
        guard case .nothing(let fault) = answer else { return }
        if case .skipped = fault { return }
        throw ContainerError(.slot(slot.title, fault, address.pointee.declaration, in: adoption.service?.definition))
    }
}

/// What came of the attempt to fill a slot.
enum SlotAnswer<Value> {
    /// - Parameter isWeak: Whether the value is an instance that the container holds weakly.
    case value(Value, isWeak: Bool = false)
    case nothing(SlotFault)
}
