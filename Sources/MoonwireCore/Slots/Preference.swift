public import MoonwireValues

/// A property that is a preference: its value lies in a store, its default and its rules in a script.
///
/// ```swift
/// final class Panel {
///     @Preference(in: Settings.self) var nickname: String    // "Settings.nickname"
///     @Preference("Audio.volume") var volume: Int
/// }
/// panel.volume = 7
/// try panel.$volume.set(11)                                  // throws when the script says `max = 10`
/// ```
///
/// Each read asks the store of the container that built the owner, that injected into it, or else of
/// ``Container/current``. Where a stored value breaks the preference's rules, a plain read gives the default, and a plain
/// assignment that breaks them changes nothing; both are said on the diagnostics channel. `$volume.get()` and
/// `$volume.set(…)` throw instead. A read that nobody can answer traps, of an optional property it is nil; assigning nil
/// resets the preference.
@propertyWrapper public struct Preference<Value: Convertible> {
    enum Target {
        /// The slot's own name in the group with the name of the type.
        case group(Any.Type)
        case named(String)
    }

    let target: Target
    var home: SlotHome?
    let declaration: SlotDeclaration

    /// The preference of a group, `preferences "Group" { … }`, that has the property's name.
    ///
    /// The group of a nested type may have its longer name, `preferences "Outer.Group" { … }`, which two types with the
    /// same short name need.
    public init(in group: Any.Type, file: StaticString = #fileID, line: UInt32 = #line) {
        self.init(.group(group), file, line)
    }

    /// The preference with that name, `Group.name`.
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

    /// What can be done with the preference besides reading and writing: `try panel.$volume.set(11)`.
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
    /// What can be done with a ``Preference`` besides reading and writing it; `$` before its name gives it.
    public struct Access {
        fileprivate let owner: AnyObject
        fileprivate let address: UnsafeMutablePointer<Preference>

        private var slot: BoundSlot<Preference> { BoundSlot(address, in: owner) }

        /// The value in the store, or else the default; throws ``ContainerError`` for a stored value that breaks a rule.
        public func get() throws -> Value { try slot.get() }

        /// Sets a value; throws ``ContainerError`` when it breaks a rule, and stores nothing then.
        public func set(_ value: Value) throws { try slot.set(value) }

        /// Lets the default count again.
        public func reset() throws { try slot.reset() }
    }
}
