/// Returns the address of a stored property of an object; it is valid as long as the object lives.
///
/// The key path only addresses: passed to a function that is not inlined, it would be created for each read. Nothing is written
/// here, and several threads may ask at the same time. An `inout` argument would count as a write, which the thread sanitizer
/// reports; the conversion to a pointer does not.
@inlinable @inline(__always) package func storageAddress<Owner: AnyObject, Storage>(
    _ storage: ReferenceWritableKeyPath<Owner, Storage>, in owner: Owner
) -> UnsafeMutablePointer<Storage> {
    // Stored properties of an object do not move, so the pointer outlives the access.
    UnsafeMutablePointer(address: &owner[keyPath: storage])
}

extension UnsafeMutablePointer {
    /// Returns the pointer into which the compiler converted a property.
    @inlinable @inline(__always) package init(address: UnsafeMutablePointer) { self = address }
}
