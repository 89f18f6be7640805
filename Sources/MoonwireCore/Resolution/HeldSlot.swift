/// A value that a slot reads as, while a property is read or assigned on behalf of a script.
struct HeldSlot {
    /// Which slot it is.
    enum Key: Equatable {
        case storage(UnsafeRawPointer)
        /// Any slot of an object whose fields the runtime does not know.
        case owner(ObjectIdentifier)
        /// A slot without an owner. Those with the same key get the same value from a container. A slot that was assigned a value
        /// returns that value, and is never held.
        case ownerless(OwnerlessSlotKey)
    }

    let key: Key
    let value: Any
    /// Whether the value is about to be assigned, and counts only where there is no other: to assign by a key path reads
    /// the former value as well.
    var isAssigned = false
}
