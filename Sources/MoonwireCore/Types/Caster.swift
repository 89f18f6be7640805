public import MoonwireValues

/// Casts a built instance to one of its resolvable types.
// Immutable: all it holds are constants set by its initializer.
@usableFromInline package class AnyCaster: ProvidedType, @unchecked Sendable {
    /// The type to which instances are cast.
    @usableFromInline package let target: ObjectIdentifier
    package let targetName: String
    /// Whether every instance is of the target class, so that no cast is needed.
    @usableFromInline let isDirect: Bool

    @usableFromInline init(target: ObjectIdentifier, name: String, isDirect: Bool) {
        self.target = target
        targetName = name
        self.isDirect = isDirect
    }

    /// The type to which instances are cast.
    package var targetType: Any.Type { Any.self }
    /// The shape of the type's values for arguments.
    package var shape: ValueShape { .anything }
    package var slotOwner: SlotOwner? { (targetType as? AnyClass).map { SlotTable.of($0).slotOwner } }

    /// Whether an instance can be cast to the type.
    func accepts(_ instance: AnyObject) -> Bool { false }
}

/// Turns a built instance into `Target`; chosen once, when a type is exposed or registered.
@usableFromInline package final class Caster<Target>: AnyCaster, @unchecked Sendable {  // Immutable, as its base is.
    @usableFromInline let cast: @Sendable (AnyObject) -> Target?

    @inlinable init(isDirect: Bool = false, _ cast: @escaping @Sendable (AnyObject) -> Target?) {
        self.cast = cast
        super.init(target: ObjectIdentifier(Target.self), name: typeName(Target.self), isDirect: isDirect)
    }

    package override var targetType: Any.Type { Target.self }
    package override var shape: ValueShape { DynamicConverter<Target>().shape }

    override func accepts(_ instance: AnyObject) -> Bool { cast(instance) != nil }

    /// The caster of a type to itself.
    @inlinable static func identity() -> Caster {
        Caster(isDirect: Target.self is AnyObject.Type) { unboxed($0, as: Target.self) }
    }
}
