/// What can be done with a slot besides reading and writing it; `$` before its name gives it.
public struct SlotAccess<Value> {
    private let read: () throws -> Value
    private let filled: () -> Bool
    private let put: (Value?) -> Void

    init<S: InjectableSlot>(_ address: UnsafeMutablePointer<S>, of owner: AnyObject) where S.Value == Value {
        read = { try BoundSlot(address, in: owner).get() }
        filled = { withExtendedLifetime(owner) { address.pointee.value != nil } }
        put = { value in withExtendedLifetime(owner) { address.pointee.value = value } }
    }

    /// The value, filled in now if it was not; throws ``ContainerError`` where a plain read would trap.
    public func get() throws -> Value { try read() }

    /// Whether the slot holds a value, without filling it.
    public var isFilled: Bool { filled() }

    /// Arms the slot again: the next read fills it anew.
    public func reset() { put(nil) }

    /// Stores a value, as a plain assignment does.
    func assign(_ value: Value) { put(isNothing(value) ? nil : value) }
}
