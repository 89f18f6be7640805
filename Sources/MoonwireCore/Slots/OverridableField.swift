import MoonwireValues

/// The storage of a member that is declared with `@Overridable`.
package protocol OverridableStorage: SendableMetatype {
    /// The member as a method, with its name.
    static func signature(_ name: String) -> Signature
    /// Connects the storage at an address in an owner with the wrappers of a container.
    static func join(_ wrappers: MethodWrappers, at address: UnsafeMutableRawPointer, _ owner: AnyObject, _ name: String)
}

/// A member of a class that is declared with `@Overridable`.
struct OverridableField: Sendable {
    private let name: String
    private let offset: Int
    private let storage: any OverridableStorage.Type

    /// Asking other types whether they conform would search all conformances.
    init?(_ field: StoredFields.Field) {
        guard _typeName(field.type, qualified: true).hasPrefix("MoonwireObjects."),
            let storage = field.type as? any OverridableStorage.Type
        else { return nil }
        // The compiler prefixes the name of the storage with an underscore.
        name = String(field.name.dropFirst())
        offset = field.offset
        self.storage = storage
    }

    var signature: Signature { storage.signature(name) }

    /// The name of the member whose storage is at an address in an owner; nil if there is none.
    static func name(at address: UnsafeRawPointer, in owner: AnyObject) -> String? {
        let offset = address - UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque())
        return SlotTable.of(type(of: owner)).overridables.first { $0.offset == offset }?.name
    }

    func join(_ wrappers: MethodWrappers, in owner: AnyObject) {
        // The offset and the type are those of the runtime for this field of the owner's class.
        let start = UnsafeMutableRawPointer(Unmanaged.passUnretained(owner).toOpaque())
        storage.join(wrappers, at: start + offset, owner, name)
    }
}

/// The name of the member that is declared with `@Overridable`, and whose storage is at an address in its owner.
package func nameOfOverridable(at address: UnsafeRawPointer, in owner: AnyObject) -> String? {
    OverridableField.name(at: address, in: owner)
}
