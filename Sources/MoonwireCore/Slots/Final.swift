public import MoonwireSupport

/// A property that is assigned once.
///
/// ```swift
/// final class Dashboard {
///     @Final var serial: String?
/// }
/// try dashboard.$serial.assign("A-7")     // throws the second time
/// ```
///
/// Nil is not a value: an optional slot can be assigned until it has one. A plain assignment of a second value traps, and so
/// does reading a slot that is not optional before it is assigned.
@propertyWrapper public struct Final<Value> {
    @usableFromInline var value: Value?
    /// The container that built or injected into the owner; it knows the secrets.
    var home: SlotHome?
    let declaration: SlotDeclaration

    /// Creates a slot without a value.
    public init(file: StaticString = #fileID, line: UInt32 = #line) {
        declaration = SlotDeclaration(file: file, line: line)
    }

    /// Creates a slot with its value, unless that is nil.
    public init(wrappedValue: Value, file: StaticString = #fileID, line: UInt32 = #line) {
        value = isNothing(wrappedValue) ? nil : wrappedValue
        declaration = SlotDeclaration(file: file, line: line)
    }

    /// Unavailable: the value of a slot depends on its owner.
    @available(*, unavailable, message: "@Final can be applied only to properties of classes and actors")
    public var wrappedValue: Value {
        get { fatalError("unavailable") }
        set { fatalError("unavailable") }
    }

    /// The slot of an owner, by which the compiler implements the property.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, wrapped _: ReferenceWritableKeyPath<Owner, Value>,
        storage storage: ReferenceWritableKeyPath<Owner, Final>
    ) -> Value {
        @inlinable get {
            if let value = owner[keyPath: storage].value { return value }
            return read(storageAddress(storage, in: owner), of: owner)
        }
        set {
            let slot = BoundSlot(storageAddress(storage, in: owner), in: owner)
            do { try slot.assign(newValue) } catch { slot.refuse(error) }
        }
    }

    /// The operations of the slot besides reading and writing: `try dashboard.$serial.assign("A-7")`.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, projected _: KeyPath<Owner, Access>,
        storage storage: ReferenceWritableKeyPath<Owner, Final>
    ) -> Access {
        Access(owner: owner, address: storageAddress(storage, in: owner))
    }

    /// Unavailable: the projection of a slot depends on its owner.
    @available(*, unavailable, message: "a slot has a projection only in a class or an actor")
    public var projectedValue: Access { fatalError("unavailable") }

    @usableFromInline @inline(never) static func read(
        _ address: UnsafeMutablePointer<Final>, of owner: AnyObject
    ) -> Value {
        let slot = BoundSlot(address, in: owner)
        do { return try slot.get() } catch {
            if let value = slot.substitute() { return value }
            slot.trap(error)
        }
    }
}

extension Final: DeclaredSlot {
    static var kind: SlotDescription.Kind { .final }

    static func adopt(_ slot: BoundSlot<Self>, by adoption: SlotAdoption) {
        if slot.address.pointee.home?.current !== adoption.home.current {
            slot.address.pointee.home = adoption.home
        }
    }

    static func read(_ slot: BoundSlot<Self>) throws -> Value { try slot.get() }

    static func isFilled(_ slot: BoundSlot<Self>) -> Bool { slot.address.pointee.value != nil }

    static func assign(_ value: Value, to slot: BoundSlot<Self>) throws { try slot.assign(value) }
}

extension Final {
    /// The operations of a ``Final`` slot besides reading and writing.
    public struct Access {
        fileprivate let owner: AnyObject
        fileprivate let address: UnsafeMutablePointer<Final>

        /// Assigns the value; throws ``ContainerError`` if the slot has one, even an equal one.
        public func assign(_ value: Value) throws { try BoundSlot(address, in: owner).assign(value) }

        /// Returns the value; throws ``ContainerError`` where a plain read would trap.
        public func get() throws -> Value { try BoundSlot(address, in: owner).get() }

        /// Whether the slot has its value.
        public var isAssigned: Bool { withExtendedLifetime(owner) { address.pointee.value != nil } }
    }
}

extension BoundSlot {
    fileprivate func assign<Value>(_ value: Value) throws where S == Final<Value> {
        guard address.pointee.value == nil else {
            let shown = masked("\(unwrappedValue(value))")
            throw ContainerError(.finalSlot(title, shown, address.pointee.declaration))
        }
        address.pointee.value = isNothing(value) ? nil : value
    }

    /// Without the secrets of the container, which is the owner's or the current one.
    private func masked<Value>(_ text: String) -> String where S == Final<Value> {
        let container = address.pointee.home?.current ?? CurrentGeneration.ofSlots
        return container?.peek { $0 }?.secrets.masked(text) ?? text
    }

    fileprivate func get<Value>() throws -> Value where S == Final<Value> {
        if let value = address.pointee.value ?? nothing(as: Value.self) { return value }
        throw ContainerError(.unassignedSlot(title, address.pointee.declaration))
    }
}
