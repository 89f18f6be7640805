import MoonwireSupport

/// A property that a container fills as it fills ``Injected``, and that does not keep its value alive.
///
/// ```swift
/// final class Row {
///     @Weak var table: Table?                  // by a rule, or by type
///     @Weak("theme") var theme: (any Theming)? // by id
/// }
/// ```
///
/// The slot is empty again when its value ends, and the next read fills it again. Something else must keep the value, such as a
/// shared service: a value that is made for the slot ends directly after the read. A value that is not an object is not kept.
@propertyWrapper public struct Weak<Wrapped> {
    private weak var object: AnyObject?
    var home: SlotHome?
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

    /// Unavailable: the value of a slot depends on its owner.
    @available(*, unavailable, message: "@Weak can be applied only to properties of classes and actors")
    public var wrappedValue: Wrapped? {
        get { fatalError("unavailable") }
        set { fatalError("unavailable") }
    }

    /// The slot of an owner, by which the compiler implements the property.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, wrapped _: ReferenceWritableKeyPath<Owner, Wrapped?>,
        storage storage: ReferenceWritableKeyPath<Owner, Weak>
    ) -> Wrapped? {
        get { BoundSlot(storageAddress(storage, in: owner), in: owner).read() }
        set { owner[keyPath: storage].value = newValue }
    }

    /// The operations of a slot besides reading and writing: `row.$table.isFilled`.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, projected _: KeyPath<Owner, SlotAccess<Wrapped?>>,
        storage storage: ReferenceWritableKeyPath<Owner, Weak>
    ) -> SlotAccess<Wrapped?> {
        SlotAccess(storageAddress(storage, in: owner), of: owner)
    }

    /// Unavailable: the projection of a slot depends on its owner.
    @available(*, unavailable, message: "a slot has a projection only in a class or an actor")
    public var projectedValue: SlotAccess<Wrapped?> { fatalError("unavailable") }
}

extension Weak: InjectableSlot {
    typealias Value = Wrapped?

    static var kind: SlotDescription.Kind { .weak }
    static var isLate: Bool { true }

    /// Nil if there is no object, or no longer.
    var value: Wrapped?? {
        get { object.flatMap { $0 as? Wrapped }.map { .some($0) } }
        set {
            // A box around a value of another type would end at once.
            object = newValue.flatMap { $0 }.flatMap { Swift.type(of: $0 as Any) is AnyClass ? $0 as AnyObject : nil }
        }
    }
}
