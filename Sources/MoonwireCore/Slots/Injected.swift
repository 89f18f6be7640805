public import MoonwireSupport

/// A property that a container fills: by a rule of a script, by id, or by type.
///
/// ```swift
/// final class Dashboard {
///     @Injected var engine: Engine                 // by a rule, or by type
///     @Injected("mailer") var mailer: any Mailing  // by id
///     @Injected var clock: Clock?                  // filled when it is read; nil if there is none
/// }
/// ```
///
/// A container fills the slots of the objects that it builds, and of those that are passed to ``Container/inject(into:isolation:)``; all
/// other slots are filled by ``Container/current`` when they are read. A required slot that cannot be filled is an error when
/// the owner is built; reading it traps, and `try dashboard.$engine.get()` throws instead. An optional slot is nil in this
/// case. Assigning nil to it empties it, so that the next read fills it again.
@propertyWrapper public struct Injected<Value> {
    @usableFromInline var value: Value?
    @usableFromInline var home: SlotHome?
    let id: String?
    let declaration: SlotDeclaration

    /// Creates a slot that is filled by a rule, or by its type.
    public init(file: StaticString = #fileID, line: UInt32 = #line) {
        id = nil
        declaration = SlotDeclaration(file: file, line: line)
    }

    /// Creates a slot that is filled with the service of that id.
    public init(_ id: String, file: StaticString = #fileID, line: UInt32 = #line) {
        self.id = id
        declaration = SlotDeclaration(file: file, line: line)
    }

    /// The value of a slot without an owner, static or in a struct, which ``Container/current`` provides at each read.
    public var wrappedValue: Value {
        get { readWithoutOwner() }
        set { value = isNothing(newValue) ? nil : newValue }
    }

    /// The slot of an owner, by which the compiler implements the property.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, wrapped _: ReferenceWritableKeyPath<Owner, Value>,
        storage storage: ReferenceWritableKeyPath<Owner, Injected>
    ) -> Value {
        // Inlined, because the owner of a generic class would create the key paths otherwise.
        @inlinable @inline(__always) get {
            let address = storageAddress(storage, in: owner)
            // First a test, which copies nothing.
            if owner[keyPath: storage].value == nil, let none = knownNone(&address.pointee.home, address, of: owner) {
                // The memory has a nil of this type. It owns nothing, so moving it leaves the memory as it is.
                return none.assumingMemoryBound(to: Value.self).move()
            }
            if let value = owner[keyPath: storage].value { return value }
            return read(address, of: owner)
        }
        @inlinable @inline(__always) set {
            owner[keyPath: storage].value = isNothing(newValue) ? nil : newValue
        }
        @inlinable @inline(__always) _modify {
            if owner[keyPath: storage].value == nil { prepare(storageAddress(storage, in: owner), of: owner) }
            defer { owner[keyPath: storage].rearmIfNil() }
            // It holds a value now, and no other form of access changes that in its place.
            // swift-format-ignore: NeverForceUnwrap
            yield &owner[keyPath: storage].value!
        }
    }

    /// The operations of a slot besides reading and writing: `try dashboard.$engine.get()`.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, projected _: KeyPath<Owner, SlotAccess<Value>>,
        storage storage: ReferenceWritableKeyPath<Owner, Injected>
    ) -> SlotAccess<Value> {
        SlotAccess(storageAddress(storage, in: owner), of: owner)
    }

    /// Unavailable: the projection of a slot depends on its owner.
    @available(*, unavailable, message: "a slot has a projection only in a class or an actor")
    public var projectedValue: SlotAccess<Value> { fatalError("unavailable") }

    @usableFromInline @inline(never) static func read(
        _ address: UnsafeMutablePointer<Injected>, of owner: AnyObject
    ) -> Value {
        if let none = address.pointee.home?.knownNoneBeside(at: BoundSlot.offset(of: address, in: owner)) {
            // As where the slot is read.
            return none.assumingMemoryBound(to: Value.self).move()
        }
        return BoundSlot(address, in: owner).read()
    }

    @usableFromInline @inline(never) static func prepare(
        _ address: UnsafeMutablePointer<Injected>, of owner: AnyObject
    ) {
        BoundSlot(address, in: owner).prepare()
    }

    @inlinable mutating func rearmIfNil() {
        if let value, isNothing(value) { self.value = nil }
    }
}

extension Injected: InjectableSlot {
    static var kind: SlotDescription.Kind { .injected }
    static var isLate: Bool { false }
    static var quick: QuickSlot? { QuickSlot(Self.self) }

    static func optional(at offset: Int) -> OptionalSlot? { OptionalSlot(Self.self, at: offset) }
}
