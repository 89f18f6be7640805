/// The value of a slot while a property is read or assigned on behalf of a script.
struct HeldSlot {
    /// The identity of the slot.
    enum Key: Equatable {
        case storage(UnsafeRawPointer)
        /// Any slot of an object without field information in the runtime.
        case owner(ObjectIdentifier)
        /// A slot without an owner. Those with the same key get the same value from a container. A slot that was assigned a value
        /// returns that value, and is never held.
        case ownerless(OwnerlessSlotKey)
    }

    let key: Key
    let value: Any
    /// Whether the value is about to be assigned, and is used only if there is no other: an assignment by a key path also reads the
    /// former value.
    var isAssigned = false
}
