import MoonwireValues

/// Exposed properties of classes with slots: errors that a property cannot throw are thrown around the access.
extension SlotTable {
    /// The access to an exposed property, which throws ``ContainerError`` where the property itself would end the program.
    ///
    /// A property with a key path that has the name and the type of a slot is that slot.
    static func guarding(_ access: PropertyAccess, _ table: SlotTable?) -> PropertyAccess {
        if let table, let path = access.path,
            let field = table.fields.first(where: { $0.isDeclared(as: access.description) })
        {
            table.note(path, as: field)
            return table.slotAccess(field.slot, field, access.description)
        }
        if let field = table?.moduleFields.first(where: { $0.name == access.description.name }) {
            return field.guarding(access)
        }
        return access
    }

    private func slotAccess<S: Slot>(
        _: S.Type, _ field: SlotField, _ description: PropertyDescription
    ) -> PropertyAccess {
        let access = Property<AnyObject>(
            field.name, get: { try S.read(BoundSlot<S>(field, of: $0, self)) },
            set: { try S.assign($1, to: BoundSlot<S>(field, of: $0, self)) }
        ).access
        return PropertyAccess(
            description: description, get: access.get, set: description.isWritable ? access.set : nil)
    }
}

/// Whether the end of a value of that type runs no deinitializer.
@inlinable @inline(__always) func isReleasedWithoutCode<T>(_ type: T.Type) -> Bool {
    _isPOD(type) || type == String.self
}

/// Runs an assignment to an exposed property, and throws the error of a slot.
@usableFromInline func assigning(_ body: () throws -> Void) throws {
    try Resolution.current.assigning(body)
}

extension SlotField {
    fileprivate func isDeclared(as property: PropertyDescription) -> Bool {
        func valueName<S: Slot>(_: S.Type) -> String { "\(S.Value.self)" }
        return name == property.name && valueName(slot) == property.type
    }
}
