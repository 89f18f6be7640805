package import MoonwireCore
package import MoonwireModel
public import MoonwireSupport
import MoonwireValues

/// A function of an object that scripts and the application can wrap.
///
/// ```swift
/// final class Mailer: @unchecked Sendable {  // Its members are assigned by nobody.
///     @Overridable var greet = { @Sendable (name: String) in "Hello \(name)" }
///     @Overridable({ (mailer: Mailer, text: String) in mailer.deliver(text) }) var send: @Sendable (String) throws -> Bool
///     private func deliver(_ text: String) -> Bool { … }
/// }
/// let isSent = try mailer.send("Hello")
/// ```
///
/// The member is called like a method. `around "Mailer.send" (function(original, self, text) … end)` in a script, and
/// ``MoonwireCore/Container/around(_:_:file:line:_:)-(Owner.Type,_,_,_,_)`` in Swift, wrap it for all objects of the class or of
/// its subclasses that the container has built or injected into. For any other object, the wrappers are those of the current
/// container.
///
/// A call throws, because a wrapper may fail. Assigning the member replaces its function inside of the wrappers.
@propertyWrapper public struct Overridable<R, each A> {
    @usableFromInline var body: @Sendable (repeat each A) throws -> R
    @usableFromInline var bodyOfOwner: @Sendable (AnyObject, repeat each A) throws -> R
    @usableFromInline var usesOwner: Bool
    @usableFromInline var cell: OverridableCell

    /// Creates a member from its function.
    @inlinable public init(wrappedValue: @escaping @Sendable (repeat each A) throws -> R) {
        body = wrappedValue
        bodyOfOwner = { (_, arguments: repeat each A) in try wrappedValue(repeat each arguments) }
        usesOwner = false
        cell = .ofProcess
    }

    /// Creates a member from a function whose first parameter is the object.
    @inlinable public init<Owner: AnyObject>(_ body: @escaping @Sendable (Owner, repeat each A) throws -> R) {
        let bodyOfOwner: @Sendable (AnyObject, repeat each A) throws -> R = { (owner, arguments: repeat each A) in
            // The compiler passes the object that contains the wrapper.
            try body(unsafeDowncast(owner, to: Owner.self), repeat each arguments)
        }
        self.bodyOfOwner = bodyOfOwner
        self.body = { (_: repeat each A) in throw OverridableWithoutOwner() }
        usesOwner = true
        cell = .ofProcess
    }

    /// Unavailable: the member needs an object.
    @available(*, unavailable, message: "@Overridable can be applied only to properties of classes and actors")
    public var wrappedValue: @Sendable (repeat each A) throws -> R {
        get { fatalError("unavailable") }
        set { fatalError("unavailable") }
    }

    /// The member of an owner, by which the compiler implements the property.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner,
        wrapped _: ReferenceWritableKeyPath<Owner, @Sendable (repeat each A) throws -> R>,
        storage storage: ReferenceWritableKeyPath<Owner, Overridable>
    ) -> @Sendable (repeat each A) throws -> R {
        @inlinable get {
            // The storage lives as long as the owner, which the function retains; its constants are set before others use it.
            nonisolated(unsafe) let (receiver, member) = (owner, storageAddress(storage, in: owner))
            return { @Sendable (arguments: repeat each A) in
                if member.pointee.cell.active.load(ordering: .relaxed) != 0 {
                    return try callWrapped(receiver, member, repeat each arguments)
                }
                return member.pointee.usesOwner
                    ? try member.pointee.bodyOfOwner(receiver, repeat each arguments)
                    : try member.pointee.body(repeat each arguments)
            }
        }
        set {
            // Released after the assignment: what it captures may use the member when it ends.
            let former = owner[keyPath: storage]
            owner[keyPath: storage].body = newValue
            owner[keyPath: storage].usesOwner = false
            withExtendedLifetime(former) {}
        }
    }

    /// The wrappers of the member of this object alone: `mailer.$send.around { original, text in … }`.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, projected _: KeyPath<Owner, OverridableAccess<R, repeat each A>>,
        storage storage: ReferenceWritableKeyPath<Owner, Overridable>
    ) -> OverridableAccess<R, repeat each A> {
        OverridableAccess(owner, storageAddress(storage, in: owner))
    }

    /// Unavailable: the member needs an object.
    @available(*, unavailable, message: "@Overridable can be applied only to properties of classes and actors")
    public var projectedValue: OverridableAccess<R, repeat each A> { fatalError("unavailable") }

    func call(_ owner: AnyObject, _ arguments: repeat each A) throws -> R {
        usesOwner ? try bodyOfOwner(owner, repeat each arguments) : try body(repeat each arguments)
    }

    @usableFromInline @inline(never) static func callWrapped(
        _ owner: AnyObject, _ member: UnsafeMutablePointer<Self>, _ arguments: repeat each A
    ) throws -> R {
        // The last wrapper may have been undone meanwhile, or the container has ended.
        guard let (wrappers, name) = member.pointee.cell.wrappers(member, in: owner),
            !wrappers.wraps(of: owner, name).isEmpty
        else {
            return try member.pointee.call(owner, repeat each arguments)
        }
        var given: [WrappedValue?] = []
        for argument in repeat each arguments { given.append(WrappedValue(argument)) }
        return try wrappers.call(name, R.self, on: owner, given) { call in
            var arguments = ArgumentReader(call)
            return try member.pointee.call(owner, repeat try arguments.next((each A).self))
        }
    }
}

/// A member whose function needs its object was called without one.
@usableFromInline struct OverridableWithoutOwner: Error {
    @usableFromInline init() {}
}

extension Overridable: ModuleStorage {
    package static func signature(_ name: String) -> Signature? {
        var arguments: [ArgumentDescription] = []
        for type in repeat (each A).self {
            arguments.append(
                ArgumentDescription(
                    label: "\(arguments.count + 1)", type: typeName(type), shape: .anything, hasDefault: false))
        }
        return Signature(name: name, arguments: arguments, result: typeName(R.self), resultShape: .anything)
    }

    package static func check(at _: UnsafeMutableRawPointer, _ owner: AnyObject) throws {}

    package static func join(
        _ wrappers: MethodWrappers, at address: UnsafeMutableRawPointer, _ owner: AnyObject, _ name: String
    ) {
        let type: AnyClass = type(of: owner)
        // The type and the address are those of a field of the owner's class.
        address.assumingMemoryBound(to: Self.self).pointee.cell =
            wrappers.watch(name, of: type) {
                CellWatch(name, of: type, wrappers)
            }.cell
    }
}
