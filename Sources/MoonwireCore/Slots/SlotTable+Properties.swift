import MoonwireValues

/// Exposed properties of classes with slots: what a property cannot throw is thrown around the access.
extension SlotTable {
    /// The access to an exposed property, which throws ``ContainerError`` where the property by itself ends the program.
    ///
    /// A property that is given by a key path and has the name and the type of a slot is that slot.
    func guarding(_ access: PropertyAccess) -> PropertyAccess {
        if access.isKeyPath, let field = fields.first(where: { $0.isDeclared(as: access.description) }) {
            return slotAccess(field.slot, field, access.description)
        }
        return PropertyAccess(
            description: access.description, get: access.get, set: access.set.map { Self.guarded($0) })
    }

    private func slotAccess<S: Slot>(
        _: S.Type, _ field: SlotField, _ description: PropertyDescription
    ) -> PropertyAccess {
        let access = Property<AnyObject>(
            field.name, get: { try S.read(SlotPlace<S>(field, of: $0, self)) },
            set: { try S.assign($1, to: SlotPlace<S>(field, of: $0, self)) }
        ).access
        return PropertyAccess(
            description: description, get: access.get, set: description.isWritable ? access.set : nil)
    }

    private typealias Set = @Sendable (consuming AnyObject, any ValueSource, Int) throws -> Void

    private static func guarded(_ set: @escaping Set) -> Set {
        return { (receiver: consuming AnyObject, source, position) in
            let owner = receiver
            try Resolution.current.assigning { try set(owner, source, position) }
        }
    }
}

extension SlotField {
    fileprivate func isDeclared(as property: PropertyDescription) -> Bool {
        func valueName<S: Slot>(_: S.Type) -> String { "\(S.Value.self)" }
        return name == property.name && valueName(slot) == property.type
    }
}
