import MoonwireSupport
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
/// read traps, or returns nil for an optional property. Assigning nil removes the stored value, so that the default applies; a
/// preference without a default is nil then, and its property must be an optional.
///
/// A static property and a property of a struct use ``Container/current`` at each access, and must have the name of the
/// preference, because Swift does not tell a wrapper the name of such a property:
///
/// ```swift
/// @MainActor enum Settings {
///     @Preference("Settings.volume") static var volume: Int
///     @Preference("nickname", in: Settings.self) static var nickname: String
/// }
/// ```
@propertyWrapper public struct Preference<Value: Convertible> {
    enum Target {
        /// A name in the group with the name of the type; nil for the slot's own name.
        case group(Any.Type, name: String?)
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
        self.init(.group(group, name: nil), file, line)
    }

    /// Creates a slot for the preference with a name of its own in a group.
    ///
    /// `@Preference("nickname", in: Settings.self) static var name: String`
    public init(_ name: String, in group: Any.Type, file: StaticString = #fileID, line: UInt32 = #line) {
        self.init(.group(group, name: name), file, line)
    }

    /// Creates a slot for the preference with that name, `Group.name`.
    public init(_ name: String, file: StaticString = #fileID, line: UInt32 = #line) {
        self.init(.named(name), file, line)
    }

    private init(_ target: Target, _ file: StaticString, _ line: UInt32) {
        self.target = target
        declaration = SlotDeclaration(file: file, line: line)
    }

    /// The value of a preference without an owner, static or in a struct: that of ``Container/current``.
    public var wrappedValue: Value {
        get { PreferenceSlot(ownerless: self).read() }
        nonmutating set { PreferenceSlot(ownerless: self).assign(newValue) }
    }

    /// The slot of an owner, by which the compiler implements the property.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, wrapped _: ReferenceWritableKeyPath<Owner, Value>,
        storage storage: ReferenceWritableKeyPath<Owner, Preference>
    ) -> Value {
        get { PreferenceSlot(BoundSlot(storageAddress(storage, in: owner), in: owner)).read() }
        set { PreferenceSlot(BoundSlot(storageAddress(storage, in: owner), in: owner)).assign(newValue) }
    }

    /// The operations of the preference besides reading and writing: `try panel.$volume.set(11)`.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, projected _: KeyPath<Owner, Access>,
        storage storage: ReferenceWritableKeyPath<Owner, Preference>
    ) -> Access {
        Access(place: .owner(owner, storageAddress(storage, in: owner)))
    }

    /// The operations of a preference without an owner: `try Settings.$volume.set(11)`.
    public var projectedValue: Access { Access(place: .none(self)) }
}

extension Preference {
    /// The operations of a ``Preference`` besides reading and writing: `$` before its name.
    public struct Access {
        fileprivate enum Place {
            case owner(AnyObject, UnsafeMutablePointer<Preference>)
            case none(Preference)
        }

        fileprivate let place: Place

        private var slot: PreferenceSlot<Value> {
            switch place {
            case .owner(let owner, let address): PreferenceSlot(BoundSlot(address, in: owner))
            case .none(let preference): PreferenceSlot(ownerless: preference)
            }
        }

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

extension Preference.Access where Value: Sendable {
    /// The value for a listener, as ``watch()`` returns it, whose errors the first iteration throws.
    ///
    /// `for try await volume in panel.$volume.changes { player.volume = volume }`
    public var changes: PreferenceValues<Value> {
        do { return try slot.values() } catch { return PreferenceValues(failure: error) }
    }
}
