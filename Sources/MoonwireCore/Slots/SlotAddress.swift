/// The address of a property wrapper's storage in its owner.
///
/// The key path only addresses: passed to a function that is not inlined, it would be created for each read.
@inlinable @inline(__always) func slotAddress<Owner: AnyObject, Storage>(
    _ storage: ReferenceWritableKeyPath<Owner, Storage>, in owner: Owner
) -> UnsafeMutablePointer<Storage> {
    // Stored properties of an object do not move; the access itself has ended on return.
    withUnsafeMutablePointer(to: &owner[keyPath: storage]) { $0 }
}
