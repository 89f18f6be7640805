/// The operations of a slot besides reading and writing: `$` before its name.
public struct SlotAccess<Value> {
    private let read: () throws -> Value
    private let filled: () -> Bool
    private let put: (Value?) -> Void

    init<S: InjectableSlot>(_ address: UnsafeMutablePointer<S>, of owner: AnyObject) where S.Value == Value {
        read = { try BoundSlot(address, in: owner).get() }
        filled = { withExtendedLifetime(owner) { address.pointee.value != nil } }
        put = { value in withExtendedLifetime(owner) { address.pointee.value = value } }
    }

    /// Fills the slot if it is empty, and returns its value; throws ``ContainerError`` where a plain read would trap.
    public func get() throws -> Value { try read() }

    /// Whether the slot has a value; does not fill it.
    public var isFilled: Bool { filled() }

    /// Empties the slot, so that the next read fills it again.
    public func reset() { put(nil) }

    /// Stores a value, as a plain assignment does.
    func assign(_ value: Value) { put(isNothing(value) ? nil : value) }
}
