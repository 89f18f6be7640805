public import MoonwireValues

/// A property that scripts can read and, if it is writable, that scripts and definitions can `set`.
///
/// `Property("brand", \.brand)`; a key path to a settable property of a class makes it writable, and so does one to a property
/// of a struct whose setter is `nonmutating`. The closure `set:` receives a copy of a struct, and can change only the objects
/// to which the copy refers; a property of a struct without references is read-only.
///
/// A key path to a slot throws where plain access to the slot would trap. Unlike `\.$serial`, `\.serial` shows no more than the
/// type of the slot, so a property with a getter cannot be read while a slot of its type is empty that no property
/// exposes under its own name; a closure, `get:`, is read as it is.
public struct Property<Owner>: Sendable {
    @usableFromInline let access: PropertyAccess

    // Key paths are evaluated for each use: the compiler replaces one by the access itself if nothing else uses it and a closure
    // captures nothing else. `scripts/bench property` shows whether it does.

    /// A property.
    @inlinable @inline(__always) public init<V: Convertible>(
        _ name: String, _ keyPath: @autoclosure () -> any KeyPath<Owner, V> & Sendable
    ) {
        let get = Self.plainGetter(keyPath())
        let slots = KeyPathSlots(Owner.self, keyPath())
        self.init(
            Self.describe(name, V.self, isWritable: false), along: slots,
            get: get, else: Self.checkedGetter(slots, keyPath()), set: nil, else: nil)
    }

    /// A property.
    @inlinable @_disfavoredOverload public init<V>(
        _ name: String, _ keyPath: @autoclosure () -> any KeyPath<Owner, V> & Sendable
    ) {
        let path = keyPath()
        let slots = KeyPathSlots(Owner.self, path)
        self.init(
            dynamic: name, get: { owner in try slots.read(owner) { $0[keyPath: path] } }, set: nil,
            changesReferences: false, path: slots)
    }

    /// A property.
    @inlinable @inline(__always) public init<V: Convertible>(
        _ name: String, _ keyPath: @autoclosure () -> any ReferenceWritableKeyPath<Owner, V> & Sendable
    ) {
        let slots = KeyPathSlots(Owner.self, keyPath())
        let (get, set) = (Self.plainGetter(keyPath()), Self.plainSetter(name, slots, keyPath()))
        self.init(
            Self.describe(name, V.self, isWritable: true), along: slots,
            get: get, else: Self.checkedGetter(slots, keyPath()),
            set: set, else: Self.checkedSetter(name, slots, keyPath()))
    }

    /// A property.
    @inlinable @_disfavoredOverload public init<V>(
        _ name: String, _ keyPath: @autoclosure () -> any ReferenceWritableKeyPath<Owner, V> & Sendable
    ) {
        let path = keyPath()
        let slots = KeyPathSlots(Owner.self, path)
        self.init(
            dynamic: name, get: { owner in try slots.read(owner) { $0[keyPath: path] } },
            set: { owner, value in try slots.write(value, to: owner) { $0[keyPath: path] = $1 } },
            changesReferences: true, path: slots)
    }

    /// A property.
    @inlinable public init<V: Convertible>(
        _ name: String, get: @escaping @Sendable (Owner) throws -> V,
        set: (@Sendable (Owner, V) throws -> Void)? = nil
    ) {
        self.init(
            Self.describe(name, V.self, isWritable: set != nil), get: Self.getter(get),
            set: set.map { Self.setter(name, $0) })
    }

    /// A property.
    @_disfavoredOverload public init<V>(
        _ name: String, get: @escaping @Sendable (Owner) throws -> V,
        set: (@Sendable (Owner, V) throws -> Void)? = nil
    ) {
        self.init(dynamic: name, get: get, set: set, changesReferences: false)
    }

    @usableFromInline init<V>(
        dynamic name: String, get: @escaping @Sendable (Owner) throws -> V,
        set: (@Sendable (Owner, V) throws -> Void)?, changesReferences: Bool, path: KeyPathSlots? = nil
    ) {
        let converter = DynamicConverter<V>()
        self.init(
            PropertyDescription(
                name: name, type: typeName(V.self), shape: converter.shape, isWritable: set != nil,
                swiftType: SwiftType(V.self)),
            get: { (receiver: consuming AnyObject?, source, sink, slot) in
                let owner = try receiverValue(consume receiver, as: Owner.self, source)
                let value = try source.runUserCode(on: consume owner) { try get($0) }
                try source.deliverDynamically(consume value, to: ValueWriter(sink, slot: slot))
            },
            set: set.map { Self.setter(name, converter, $0) }, changesReferences: changesReferences, path: path)
    }

    /// Creates a property from closures that convert its value.
    ///
    /// `changesReferences` states whether `set` is known to change more than its copy of a value, as a key path with a
    /// `nonmutating` setter does. `path` is the key path that defines the property, if any.
    @usableFromInline init(
        _ description: PropertyDescription,
        get: @escaping PropertyAccess.Getter,
        set: PropertyAccess.Setter?, changesReferences: Bool = false,
        path: KeyPathSlots? = nil
    ) {
        let canBeSet = set != nil && (changesReferences || mayShareStorage(Owner.self))
        access = PropertyAccess(
            description: canBeSet ? description : description.readOnly, get: get, set: canBeSet ? set : nil, path: path)
    }

    /// Creates a property from a key path: with plain access, and access that checks the slots to which the key path may refer.
    @usableFromInline init(
        _ description: PropertyDescription, along path: KeyPathSlots,
        get: @escaping PropertyAccess.Getter, else checkedGet: @escaping PropertyAccess.Getter,
        set: PropertyAccess.Setter?, else checkedSet: PropertyAccess.Setter?
    ) {
        let checkingSet = set.flatMap { set in checkedSet.map { path.checking(set, else: $0) } }
        access = PropertyAccess(
            description: description, get: path.checking(get, else: checkedGet), set: checkingSet, path: path,
            plain: (get, set))
    }

    private init(_ access: PropertyAccess) {
        self.access = access
    }

    /// Adds a description for the authors of scripts, which `moonwire stubs` writes into the definitions for editors.
    public func documented(_ text: String) -> Self { Self(access.documented(text)) }

    @inlinable static func describe<V: Convertible>(
        _ name: String, _ type: V.Type, isWritable: Bool
    ) -> PropertyDescription {
        PropertyDescription(
            name: name, type: typeName(V.self), shape: V.shape, isWritable: isWritable, swiftType: SwiftType(V.self))
    }

    @inlinable static func getter<V: Convertible>(
        _ get: @escaping @Sendable (Owner) throws -> V
    ) -> PropertyAccess.Getter {
        return { (receiver: consuming AnyObject?, source, sink, slot) in
            let owner = try receiverValue(consume receiver, as: Owner.self, source)
            let value = try source.runUserCode(on: consume owner) { try get($0) }
            try source.deliver(consume value, to: ValueWriter(sink, slot: slot))
        }
    }

    /// `slots` are those of the key path of which `set` consists, if it does.
    @inlinable static func setter<V: Convertible>(
        _ name: String, of slots: KeyPathSlots? = nil, _ set: @escaping @Sendable (Owner, V) throws -> Void
    ) -> PropertyAccess.Setter {
        return { (receiver: consuming AnyObject, source, position) in
            let owner = try receiverValue(consume receiver, as: Owner.self, source)
            let value: V
            do { value = try V.read(from: source, at: position) } catch { throw source.leaving(with: error, at: name) }
            // No setter, observer, or deinitializer can run, and assign a slot.
            if isReleasedWithoutCode(V.self), let slots, slots.areStoredProperties {
                return try source.runUserCode(on: consume owner) { try set($0, value) }
            }
            try source.runUserCode(on: (consume owner, consume value)) { given in
                try assigning { try set(given.0, given.1) }
            }
        }
    }

    /// There are two, because the compiler does not see through the conversion of a key path that is `Sendable`.
    @inlinable @inline(__always) static func plainGetter<V: Convertible>(
        _ path: any KeyPath<Owner, V> & Sendable
    ) -> PropertyAccess.Getter {
        getter { $0[keyPath: path] }
    }

    @inlinable @inline(__always) static func plainGetter<V: Convertible>(
        _ path: any ReferenceWritableKeyPath<Owner, V> & Sendable
    ) -> PropertyAccess.Getter {
        getter { $0[keyPath: path] }
    }

    @inlinable @inline(__always) static func plainSetter<V: Convertible>(
        _ name: String, _ slots: KeyPathSlots, _ path: any ReferenceWritableKeyPath<Owner, V> & Sendable
    ) -> PropertyAccess.Setter {
        setter(name, of: slots) { $0[keyPath: path] = $1 }
    }

    /// For key paths that may refer to slots, which are few.
    @usableFromInline static func checkedGetter<V: Convertible>(
        _ slots: KeyPathSlots, _ path: any KeyPath<Owner, V> & Sendable
    ) -> PropertyAccess.Getter {
        getter { owner in try slots.read(owner) { $0[keyPath: path] } }
    }

    @usableFromInline static func checkedSetter<V: Convertible>(
        _ name: String, _ slots: KeyPathSlots, _ path: any ReferenceWritableKeyPath<Owner, V> & Sendable
    ) -> PropertyAccess.Setter {
        setter(name) { owner, value in try slots.write(value, to: owner) { $0[keyPath: path] = $1 } }
    }

    private static func setter<V>(
        _ name: String, _ converter: DynamicConverter<V>, _ set: @escaping @Sendable (Owner, V) throws -> Void
    ) -> PropertyAccess.Setter {
        return { (receiver: consuming AnyObject, source, position) in
            let owner = try receiverValue(consume receiver, as: Owner.self, source)
            let value: V
            do { value = try converter.read(ValueReader(source, position: position)) } catch {
                throw source.leaving(with: error, at: name)
            }
            try source.runUserCode(on: (consume owner, consume value)) { given in
                try assigning { try set(given.0, given.1) }
            }
        }
    }
}

/// An exposed property, ready to be read and written.
@usableFromInline package struct PropertyAccess: Sendable {
    /// Reads the property of the receiver; the source is unlocked meanwhile.
    ///
    /// Sink and slot are separate, because a writer of both would cost a retain.
    @usableFromInline package typealias Getter =
        @Sendable (consuming AnyObject?, _ source: any ValueSource, _ sink: any ValueSink, _ slot: Int) throws -> Void
    /// Sets the property of the receiver to the value at the position.
    @usableFromInline package typealias Setter =
        @Sendable (consuming AnyObject, _ source: any ValueSource, _ position: Int) throws -> Void

    package let description: PropertyDescription
    package let get: Getter
    package let set: Setter?
    /// The key path that defines the property; nil for closures of the application.
    let path: KeyPathSlots?
    /// The access without a look at the slots of the key path; nil if there is no other.
    private let plain: (get: Getter, set: Setter?)?

    @usableFromInline init(
        description: PropertyDescription,
        get: @escaping PropertyAccess.Getter,
        set: PropertyAccess.Setter?, path: KeyPathSlots? = nil,
        plain: (get: PropertyAccess.Getter, set: PropertyAccess.Setter?)? = nil
    ) {
        self.description = description
        self.get = get
        self.set = set
        self.path = path
        self.plain = plain
    }

    fileprivate func documented(_ text: String) -> PropertyAccess {
        PropertyAccess(description: description.documented(text), get: get, set: set, path: path, plain: plain)
    }

    /// The same access for many uses: whether the key path refers to a slot is found out now, instead of at each use.
    package var forManyUses: PropertyAccess {
        guard let plain, let path, path.areNone else { return self }
        return PropertyAccess(description: description, get: plain.get, set: plain.set, path: path)
    }
}
