public import MoonwireSupport

/// A property that gets its value when it is first read: by a rule of a script, from its initial value, or by its type.
///
/// ```swift
/// final class Dashboard {
///     @Lazy var items: [Item]                  // an empty list, unless a rule fills it
///     @Lazy var formatter = Formatter()        // evaluated at the first read
///     @Lazy var engine: Engine                 // the service of that type, or else a new Engine
/// }
/// ```
///
/// Without an initial value, the slot gets the only service of its type, or else a new instance from an exposed initializer
/// without arguments, or an empty collection. An initial value requires no container; only a rule for this slot, or a forced
/// rule, replaces it. After assigning nil to an optional slot, or after `$items.reset()`, the next read fills the slot again.
@propertyWrapper public struct Lazy<Value> {
    @usableFromInline var value: Value?
    var home: SlotHome?
    let declaration: SlotDeclaration
    private let initial: (() -> Value)?
    private let empty: (() -> Value)?

    /// Creates a slot that is filled by a rule or by its type.
    public init(file: StaticString = #fileID, line: UInt32 = #line) {
        self.init(initial: nil, empty: nil, file, line)
    }

    /// Creates a slot with an initial value, which is evaluated at the first read.
    public init(
        wrappedValue: @autoclosure @escaping () -> Value, file: StaticString = #fileID, line: UInt32 = #line
    ) {
        self.init(initial: wrappedValue, empty: nil, file, line)
    }

    /// Creates a slot for a list or a set, which is empty unless a rule fills it.
    public init(file: StaticString = #fileID, line: UInt32 = #line) where Value: ExpressibleByArrayLiteral {
        self.init(initial: nil, empty: { [] }, file, line)
    }

    /// Creates a slot for a dictionary, which is empty unless a rule fills it.
    public init(file: StaticString = #fileID, line: UInt32 = #line) where Value: ExpressibleByDictionaryLiteral {
        self.init(initial: nil, empty: { [:] }, file, line)
    }

    private init(initial: (() -> Value)?, empty: (() -> Value)?, _ file: StaticString, _ line: UInt32) {
        self.initial = initial
        self.empty = empty
        declaration = SlotDeclaration(file: file, line: line)
    }

    /// Unavailable: the value of a slot depends on its owner.
    @available(*, unavailable, message: "@Lazy can be applied only to properties of classes and actors")
    public var wrappedValue: Value {
        get { fatalError("unavailable") }
        set { fatalError("unavailable") }
    }

    /// The slot of an owner, by which the compiler implements the property.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, wrapped _: ReferenceWritableKeyPath<Owner, Value>,
        storage storage: ReferenceWritableKeyPath<Owner, Lazy>
    ) -> Value {
        // Inlined, because the owner of a generic class would create the key paths otherwise.
        @inlinable @inline(__always) get {
            if let value = owner[keyPath: storage].value { return value }
            return read(storageAddress(storage, in: owner), of: owner)
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

    /// The operations of a slot besides reading and writing: `try dashboard.$items.get()`.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, projected _: KeyPath<Owner, SlotAccess<Value>>,
        storage storage: ReferenceWritableKeyPath<Owner, Lazy>
    ) -> SlotAccess<Value> {
        SlotAccess(storageAddress(storage, in: owner), of: owner)
    }

    /// Unavailable: the projection of a slot depends on its owner.
    @available(*, unavailable, message: "a slot has a projection only in a class or an actor")
    public var projectedValue: SlotAccess<Value> { fatalError("unavailable") }

    @usableFromInline @inline(never) static func read(
        _ address: UnsafeMutablePointer<Lazy>, of owner: AnyObject
    ) -> Value {
        BoundSlot(address, in: owner).read()
    }

    @usableFromInline @inline(never) static func prepare(_ address: UnsafeMutablePointer<Lazy>, of owner: AnyObject) {
        BoundSlot(address, in: owner).prepare()
    }

    @inlinable mutating func rearmIfNil() {
        if let value, isNothing(value) { self.value = nil }
    }
}

extension Lazy: InjectableSlot {
    static var kind: SlotDescription.Kind { .lazy }
    static var isLate: Bool { true }
    var id: String? { nil }
    var hasInitialValue: Bool { initial != nil }
    var initialValue: Value? { initial?() }

    /// An empty collection, or the result of an initializer that needs no arguments.
    func standIn(_ generation: Generation?) throws -> Value? {
        if let empty { return empty() }
        return try generation?.makeAlone(Value.self)
    }

    func hasStandIn(_ generation: Generation) -> Bool { empty != nil || generation.canMakeAlone(Value.self) }
}
