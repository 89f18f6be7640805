package import MoonwireValues

/// The storage of a property that belongs to a product besides Moonwire: `@Overridable` or `@Scripted`.
package protocol ModuleStorage: SendableMetatype {
    /// The member as a method, with its name; nil for a property that is not called.
    static func signature(_ name: String) -> Signature?
    /// Throws the error for which a plain read of the property would end the program.
    static func check(at address: UnsafeMutableRawPointer, _ owner: AnyObject) throws
    /// Throws ``ConversionError`` for a value that a script gives the property, and that is not of its type.
    static func check(initial: PlainValue) throws
    /// Connects the storage at an address in an owner with the wrappers of a container.
    static func join(
        _ wrappers: MethodWrappers, at address: UnsafeMutableRawPointer, _ owner: AnyObject, _ name: String)
}

extension ModuleStorage {
    package static func check(initial: PlainValue) throws {}
}

/// A property that belongs to a product besides Moonwire.
struct ModuleField: Sendable {
    let name: String
    private let offset: Int
    let storage: any ModuleStorage.Type

    /// Asking other types whether they conform would search all conformances.
    init?(_ field: StoredFields.Field) {
        guard _typeName(field.type, qualified: true).hasPrefix("MoonwireObjects."),
            let storage = field.type as? any ModuleStorage.Type
        else { return nil }
        // The compiler prefixes the name of the storage with an underscore.
        name = String(field.name.dropFirst())
        offset = field.offset
        self.storage = storage
    }

    var signature: Signature? { storage.signature(name) }

    /// The name of the member whose storage is at an address in an owner; nil if there is none.
    static func name(at address: UnsafeRawPointer, in owner: AnyObject) -> String? {
        let offset = address - UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque())
        return SlotTable.of(type(of: owner)).moduleFields.first { $0.offset == offset }?.name
    }

    func join(_ wrappers: MethodWrappers, in owner: AnyObject) {
        storage.join(wrappers, at: address(in: owner), owner, name)
    }

    /// The access to the exposed property with the same name, which throws where the property itself would end the program.
    func guarding(_ access: PropertyAccess) -> PropertyAccess {
        PropertyAccess(
            description: access.description,
            get: { receiver, source, sink, slot in
                if let receiver { try source.runUserCode { try storage.check(at: address(in: receiver), receiver) } }
                try access.get(receiver, source, sink, slot)
            }, set: access.set, path: access.path)
    }

    private func address(in owner: AnyObject) -> UnsafeMutableRawPointer {
        // The offset and the type are those of the runtime for this field of the owner's class.
        UnsafeMutableRawPointer(Unmanaged.passUnretained(owner).toOpaque()) + offset
    }
}

/// Passes the error of an assignment to the script that assigns an exposed property; returns false if there is none.
package func refusesAssignment(_ error: any Error) -> Bool { Resolution.current.refuseAssignment(error) }

/// The storage of a property of a class, if it belongs to a product besides Moonwire.
package func moduleStorage(of property: String, in type: AnyClass) -> (any ModuleStorage.Type)? {
    SlotTable.of(type).moduleFields.first { $0.name == property }?.storage
}

/// The name of the property whose storage is at an address in its owner, if it belongs to a product besides Moonwire.
package func nameOfModuleField(at address: UnsafeRawPointer, in owner: AnyObject) -> String? {
    ModuleField.name(at: address, in: owner)
}
