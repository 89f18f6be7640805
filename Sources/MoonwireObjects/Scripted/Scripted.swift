package import MoonwireCore
public import MoonwireSupport
package import MoonwireValues

/// A property whose reads and assignments a script can define.
///
/// ```swift
/// final class Mixer: @unchecked Sendable {
///     @Scripted var volume = 5
/// }
/// ```
///
/// ```lua
/// accessor "Mixer.volume" {
///     initial = 7,
///     get = function(self, current) return current end,
///     set = function(self, new, current) return math.min(new, 10) end,
/// }
/// ```
///
/// The accessors are those of the container that has built the object or injected into it, or else of the current one. The class has to
/// be exposed. If an accessor fails, a plain read returns the stored value, and a plain assignment changes nothing; the diagnostics channel of the
/// container reports both. A plain read of a property without any value traps. `try mixer.$volume.get()` and `set(_:)` throw instead.
/// A property is as safe in threads as any stored property.
@propertyWrapper public struct Scripted<Value> {
    var state: ScriptedState<Value>

    /// Creates a property with an initial value, which `initial` of an accessor replaces.
    public init(wrappedValue: Value, file: StaticString = #fileID, line: UInt32 = #line) {
        state = ScriptedState(value: wrappedValue, file, line)
    }

    /// Creates a property without an initial value.
    public init(file: StaticString = #fileID, line: UInt32 = #line) {
        state = ScriptedState(value: nil, file, line)
    }

    /// Unavailable: the property needs an object.
    @available(*, unavailable, message: "@Scripted can be applied only to properties of classes and actors")
    public var wrappedValue: Value {
        get { fatalError("unavailable") }
        set { fatalError("unavailable") }
    }

    /// The property of an owner, by which the compiler implements it.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, wrapped _: ReferenceWritableKeyPath<Owner, Value>,
        storage storage: ReferenceWritableKeyPath<Owner, Scripted>
    ) -> Value {
        @inlinable get { ScriptedAccess(owner, storageAddress(storage, in: owner)).read() }
        @inlinable set { ScriptedAccess(owner, storageAddress(storage, in: owner)).assign(newValue) }
    }

    /// The operations of the property besides reading and assigning: `try mixer.$volume.get()`.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, projected _: KeyPath<Owner, ScriptedAccess<Value>>,
        storage storage: ReferenceWritableKeyPath<Owner, Scripted>
    ) -> ScriptedAccess<Value> {
        @inlinable get { ScriptedAccess(owner, storageAddress(storage, in: owner)) }
    }

    /// Unavailable: the property needs an object.
    @available(*, unavailable, message: "@Scripted can be applied only to properties of classes and actors")
    public var projectedValue: ScriptedAccess<Value> { fatalError("unavailable") }
}

extension Scripted: ModuleStorage {
    package static func signature(_ name: String) -> Signature? { nil }

    package static func check(at address: UnsafeMutableRawPointer, _ owner: AnyObject) throws {
        let storage = address.assumingMemoryBound(to: Self.self)
        if storage.pointee.state.value == nil { _ = try ScriptedAccess(owner, storage).get() }
    }

    package static func check(initial: PlainValue) throws {
        func check<T: Convertible>(_: T.Type) throws { _ = try initial.converted(to: T.self) }
        if let type = Value.self as? any Convertible.Type { try check(type) }
    }

    package static func join(
        _ wrappers: MethodWrappers, at address: UnsafeMutableRawPointer, _ owner: AnyObject, _ name: String
    ) {
        let offset = address - UnsafeMutableRawPointer(Unmanaged.passUnretained(owner).toOpaque())
        // The type and the address are those of a field of the owner's class.
        address.assumingMemoryBound(to: Self.self).pointee.state.home = ScriptedHome(wrappers, owner, at: offset)
    }
}

/// What the storage of a scripted property contains.
struct ScriptedState<Value> {
    var value: Value?
    /// Whether the value was assigned, or is that of an accessor.
    var isSettled = false
    var home: ScriptedHome?
    var observers: [ScriptedObserver<Value>] = []
    let file: StaticString
    let line: UInt32

    init(value: Value?, _ file: StaticString, _ line: UInt32) {
        self.value = value
        self.file = file
        self.line = line
    }
}

/// The container of an owner, which is not kept alive.
///
/// It keeps what a container only has until it ends, and nothing that belongs to scripts. Weak references would make each access slower.
final class ScriptedHome: Sendable {
    private let wrappers: MethodWrappers
    /// Nil if the container has too many.
    private let property: AccessorProperty?

    init(_ wrappers: MethodWrappers, _ owner: AnyObject, at offset: Int) {
        self.wrappers = wrappers
        property = wrappers.property(of: type(of: owner), at: offset) { AccessorProperty() }
    }

    /// The accessors of the property, which `find` determines after each change of the definitions, and the wrappers of the container;
    /// nil after its end.
    func accessor(_ find: (MethodWrappers) -> FoundAccessor) -> (FoundAccessor, MethodWrappers)? {
        guard let property else { return wrappers.areOver ? nil : (find(wrappers), wrappers) }
        guard let found = property.accessor({ find(wrappers) }) else { return nil }
        return (found, wrappers)
    }
}

/// The accessors of a property of a class, while the scripts of a container define them.
private final class AccessorProperty: DefinedProperty {
    private struct State {
        var found: FoundAccessor?
        /// The number of times that the definitions have changed.
        var changes = 0
        var isOver = false
    }

    private let state = Lock(State())

    func accessor(_ find: () -> FoundAccessor) -> FoundAccessor? {
        if let known = state.withLock({ $0.found }) { return known }
        let (changes, isOver) = state.withLock { ($0.changes, $0.isOver) }
        if isOver { return nil }
        let found = find()
        state.withLock { if $0.changes == changes, $0.found == nil { $0.found = found } }
        return found
    }

    func forget(isOver: Bool) -> AnyObject? {
        state.withLock { state in
            defer { state = State(found: nil, changes: state.changes + 1, isOver: isOver) }
            return state.found
        }
    }
}

/// A function that is called after changes, until it is undone.
struct ScriptedObserver<Value> {
    let mark: WrapMark
    let body: (_ new: Value, _ former: Value?) -> Void
}
