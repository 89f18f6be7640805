package import MoonwireCore
import MoonwireSupport
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
        get { access(owner, storage).read() }
        set { access(owner, storage).assign(newValue) }
    }

    /// The operations of the property besides reading and assigning: `try mixer.$volume.get()`.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, projected _: KeyPath<Owner, ScriptedAccess<Value>>,
        storage storage: ReferenceWritableKeyPath<Owner, Scripted>
    ) -> ScriptedAccess<Value> {
        access(owner, storage)
    }

    /// Unavailable: the property needs an object.
    @available(*, unavailable, message: "@Scripted can be applied only to properties of classes and actors")
    public var projectedValue: ScriptedAccess<Value> { fatalError("unavailable") }

    private static func access<Owner: AnyObject>(
        _ owner: Owner, _ storage: ReferenceWritableKeyPath<Owner, Scripted>
    ) -> ScriptedAccess<Value> {
        ScriptedAccess(owner, storageAddress(storage, in: owner))
    }
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
        // The type and the address are those of a field of the owner's class.
        address.assumingMemoryBound(to: Self.self).pointee.state.home = ScriptedHome(wrappers)
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
final class ScriptedHome: Sendable {
    private struct Link {
        weak var wrappers: MethodWrappers?
    }

    private let link: Lock<Link>

    init(_ wrappers: MethodWrappers) {
        link = Lock(Link(wrappers: wrappers))
    }

    var wrappers: MethodWrappers? { link.withLock { $0.wrappers } }
}

/// A function that is called after changes, until it is undone.
struct ScriptedObserver<Value> {
    let mark: WrapMark
    let body: (_ new: Value, _ former: Value?) -> Void
}
