/// Where the storage of a property wrapper lies in its owner.
///
/// The key path only addresses: handed on to a function that is not inlined, it would be made anew for each read.
@inlinable @inline(__always) func slotAddress<Owner: AnyObject, Storage>(
    _ storage: ReferenceWritableKeyPath<Owner, Storage>, in owner: Owner
) -> UnsafeMutablePointer<Storage> {
    // Stored properties of an object stay where they are; the access itself is over on return.
    withUnsafeMutablePointer(to: &owner[keyPath: storage]) { $0 }
}
