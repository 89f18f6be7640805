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

    // Key paths are evaluated for each use: the compiler replaces one that is used only here by the access itself.

    /// A property.
    @inlinable public init<V: Convertible>(
        _ name: String, _ keyPath: @autoclosure @escaping @Sendable () -> any KeyPath<Owner, V> & Sendable
    ) {
        let path = keyPath()
        let slots = KeyPathSlots(Owner.self) { keyPath() }
        self.init(name, get: { owner in try slots.read(owner) { $0[keyPath: path] } })
        self = byKeyPath(slots)
    }

    /// A property.
    @inlinable @_disfavoredOverload public init<V>(
        _ name: String, _ keyPath: @autoclosure @escaping @Sendable () -> any KeyPath<Owner, V> & Sendable
    ) {
        let path = keyPath()
        let slots = KeyPathSlots(Owner.self) { keyPath() }
        self.init(name, get: { owner in try slots.read(owner) { $0[keyPath: path] } })
        self = byKeyPath(slots)
    }

    /// A property.
    @inlinable public init<V: Convertible>(
        _ name: String,
        _ keyPath: @autoclosure @escaping @Sendable () -> any ReferenceWritableKeyPath<Owner, V> & Sendable
    ) {
        let (readPath, writePath) = (keyPath(), keyPath())
        let slots = KeyPathSlots(Owner.self) { keyPath() }
        self.init(
            Self.describe(name, V.self, isWritable: true),
            get: Self.getter { owner in try slots.read(owner) { $0[keyPath: readPath] } },
            set: Self.setter(name) { owner, value in try slots.write(value, to: owner) { $0[keyPath: writePath] = $1 }
            },
            changesReferences: true)
        self = byKeyPath(slots)
    }

    /// A property.
    @inlinable @_disfavoredOverload public init<V>(
        _ name: String,
        _ keyPath: @autoclosure @escaping @Sendable () -> any ReferenceWritableKeyPath<Owner, V> & Sendable
    ) {
        let (readPath, writePath) = (keyPath(), keyPath())
        let slots = KeyPathSlots(Owner.self) { keyPath() }
        self.init(
            dynamic: name, get: { owner in try slots.read(owner) { $0[keyPath: readPath] } },
            set: { owner, value in try slots.write(value, to: owner) { $0[keyPath: writePath] = $1 } },
            changesReferences: true)
        self = byKeyPath(slots)
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
        set: (@Sendable (Owner, V) throws -> Void)?, changesReferences: Bool
    ) {
        let converter = DynamicConverter<V>()
        self.init(
            PropertyDescription(
                name: name, type: "\(V.self)", shape: converter.shape, isWritable: set != nil,
                swiftType: SwiftType(V.self)),
            get: { (receiver: consuming AnyObject?, source, sink, slot) in
                let owner = try receiverValue(consume receiver, as: Owner.self, source)
                let value = try source.runUserCode(on: consume owner) { try get($0) }
                try source.deliverDynamically(consume value, to: ValueWriter(sink, slot: slot))
            },
            set: set.map { Self.setter(name, converter, $0) }, changesReferences: changesReferences)
    }

    /// Creates a property from closures that convert its value.
    ///
    /// `changesReferences` states whether `set` is known to change more than its copy of a value, as a key path with a
    /// `nonmutating` setter does.
    @usableFromInline init(
        _ description: PropertyDescription,
        get: @escaping @Sendable (consuming AnyObject?, any ValueSource, any ValueSink, Int) throws -> Void,
        set: (@Sendable (consuming AnyObject, any ValueSource, Int) throws -> Void)?, changesReferences: Bool = false
    ) {
        let canBeSet = set != nil && (changesReferences || mayShareStorage(Owner.self))
        access = PropertyAccess(
            description: canBeSet ? description : description.readOnly, get: get, set: canBeSet ? set : nil)
    }

    private init(_ access: PropertyAccess) {
        self.access = access
    }

    /// The same property, known to be defined by a key path.
    @usableFromInline func byKeyPath(_ path: KeyPathSlots) -> Self {
        Self(PropertyAccess(description: access.description, get: access.get, set: access.set, path: path))
    }

    /// Adds a description for the authors of scripts, which `moonwire stubs` writes into the definitions for editors.
    public func documented(_ text: String) -> Self { Self(access.documented(text)) }

    @inlinable static func describe<V: Convertible>(
        _ name: String, _ type: V.Type, isWritable: Bool
    ) -> PropertyDescription {
        PropertyDescription(
            name: name, type: "\(V.self)", shape: V.shape, isWritable: isWritable, swiftType: SwiftType(V.self))
    }

    @inlinable static func getter<V: Convertible>(
        _ get: @escaping @Sendable (Owner) throws -> V
    ) -> @Sendable (consuming AnyObject?, any ValueSource, any ValueSink, Int) throws -> Void {
        return { (receiver: consuming AnyObject?, source, sink, slot) in
            let owner = try receiverValue(consume receiver, as: Owner.self, source)
            let value = try source.runUserCode(on: consume owner) { try get($0) }
            try source.deliver(consume value, to: ValueWriter(sink, slot: slot))
        }
    }

    @inlinable static func setter<V: Convertible>(
        _ name: String, _ set: @escaping @Sendable (Owner, V) throws -> Void
    ) -> @Sendable (consuming AnyObject, any ValueSource, Int) throws -> Void {
        return { (receiver: consuming AnyObject, source, position) in
            let owner = try receiverValue(consume receiver, as: Owner.self, source)
            let value: V
            do { value = try V.read(from: source, at: position) } catch { throw source.leaving(with: error, at: name) }
            try source.runUserCode(on: (consume owner, consume value)) { given in
                try assigning { try set(given.0, given.1) }
            }
        }
    }

    private static func setter<V>(
        _ name: String, _ converter: DynamicConverter<V>, _ set: @escaping @Sendable (Owner, V) throws -> Void
    ) -> @Sendable (consuming AnyObject, any ValueSource, Int) throws -> Void {
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
    package let description: PropertyDescription
    /// Reads the property of the receiver; the source is unlocked meanwhile.
    ///
    /// Sink and slot are separate, because a writer of both would cost a retain.
    package let get:
        @Sendable (consuming AnyObject?, _ source: any ValueSource, _ sink: any ValueSink, _ slot: Int) throws -> Void
    /// Sets the property of the receiver to the value at the position.
    package let set: (@Sendable (consuming AnyObject, _ source: any ValueSource, _ position: Int) throws -> Void)?
    /// The key path that defines the property; nil for closures of the application.
    let path: KeyPathSlots?

    @usableFromInline init(
        description: PropertyDescription,
        get: @escaping @Sendable (consuming AnyObject?, any ValueSource, any ValueSink, Int) throws -> Void,
        set: (@Sendable (consuming AnyObject, any ValueSource, Int) throws -> Void)?, path: KeyPathSlots? = nil
    ) {
        self.description = description
        self.get = get
        self.set = set
        self.path = path
    }

    fileprivate func documented(_ text: String) -> PropertyAccess {
        PropertyAccess(description: description.documented(text), get: get, set: set, path: path)
    }
}
