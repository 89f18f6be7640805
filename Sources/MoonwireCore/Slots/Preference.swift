public import MoonwireValues

/// A property that is a preference: its value is in a store, and its default and its rules are in a script.
///
/// ```swift
/// final class Panel {
///     @Preference(in: Settings.self) var nickname: String    // "Settings.nickname"
///     @Preference("Audio.volume") var volume: Int
/// }
/// panel.volume = 7
/// try panel.$volume.set(11)                                  // throws if the script has `max = 10`
/// ```
///
/// Each read uses the store of the container that built the owner or injected into it, or else of ``Container/current``. If
/// the stored value is not valid, a plain read returns the default; a plain assignment of a value that is not valid changes
/// nothing. The diagnostics channel reports both. `$volume.get()` and `$volume.set(…)` throw instead. Without a container, a
/// read traps, or returns nil for an optional property. Assigning nil resets the preference.
@propertyWrapper public struct Preference<Value: Convertible> {
    enum Target {
        /// The slot's own name in the group with the name of the type.
        case group(Any.Type)
        case named(String)
    }

    let target: Target
    var home: SlotHome?
    let declaration: SlotDeclaration

    /// Creates a slot for the preference with the property's name in a group, `preferences "Group" { … }`.
    ///
    /// The group of a nested type can have its longer name, `preferences "Outer.Group" { … }`, which is required if two types
    /// have the same short name.
    public init(in group: Any.Type, file: StaticString = #fileID, line: UInt32 = #line) {
        self.init(.group(group), file, line)
    }

    /// Creates a slot for the preference with that name, `Group.name`.
    public init(_ name: String, file: StaticString = #fileID, line: UInt32 = #line) {
        self.init(.named(name), file, line)
    }

    private init(_ target: Target, _ file: StaticString, _ line: UInt32) {
        self.target = target
        declaration = SlotDeclaration(file: file, line: line)
    }

    /// Unavailable: the value of a slot depends on its owner.
    @available(*, unavailable, message: "@Preference can be applied only to properties of classes and actors")
    public var wrappedValue: Value {
        get { fatalError("unavailable") }
        set { fatalError("unavailable") }
    }

    /// The slot of an owner, by which the compiler implements the property.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, wrapped _: ReferenceWritableKeyPath<Owner, Value>,
        storage storage: ReferenceWritableKeyPath<Owner, Preference>
    ) -> Value {
        get { BoundSlot(slotAddress(storage, in: owner), in: owner).read() }
        set { BoundSlot(slotAddress(storage, in: owner), in: owner).assign(newValue) }
    }

    /// The operations of the preference besides reading and writing: `try panel.$volume.set(11)`.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, projected _: KeyPath<Owner, Access>,
        storage storage: ReferenceWritableKeyPath<Owner, Preference>
    ) -> Access {
        Access(owner: owner, address: slotAddress(storage, in: owner))
    }

    /// Unavailable: the projection of a slot depends on its owner.
    @available(*, unavailable, message: "a slot has a projection only in a class or an actor")
    public var projectedValue: Access { fatalError("unavailable") }
}

extension Preference {
    /// The operations of a ``Preference`` besides reading and writing: `$` before its name.
    public struct Access {
        fileprivate let owner: AnyObject
        fileprivate let address: UnsafeMutablePointer<Preference>

        private var slot: BoundSlot<Preference> { BoundSlot(address, in: owner) }

        /// Returns the value in the store, or else the default; throws ``ContainerError`` for a stored value that is not valid.
        public func get() throws -> Value { try slot.get() }

        /// Sets a value; throws ``ContainerError`` if it is not valid, without storing it.
        public func set(_ value: Value) throws { try slot.set(value) }

        /// Removes the value from the store, so that the default applies.
        public func reset() throws { try slot.reset() }

        /// Returns the value for a listener: the current one, and then the newest after each change; throws ``ContainerError``
        /// without a container, and for a type that does not fit.
        public func watch() throws -> PreferenceValues<Value> where Value: Sendable { try slot.values() }
    }
}
