import MoonwireSupport

/// A value that objects of a class have although the class does not declare it.
///
/// ```swift
/// extension Mailer {
///     private static let noteKey = AssociatedKey<Mailer, String>()
///     var note: String? {
///         get { Mailer.noteKey[self] }
///         set { Mailer.noteKey[self] = newValue }
///     }
/// }
/// ```
///
/// Any thread can read and set it. A value is released when it is replaced, or after the end of its object: at the latest when as many
/// further objects have got values as there were. In the `deinit` of the object, it is nil already. A value that refers to its object
/// strongly keeps both alive; ``init(weak:)`` holds the value weakly.
public struct AssociatedKey<Owner: AnyObject, Value: Sendable>: Sendable {
    private let identity = AssociatedIdentity()
    private let box: @Sendable (Value) -> any AssociatedBox

    /// Creates a key that holds its values.
    public init() {
        box = { StrongBox(value: $0) }
    }

    /// The value of an object; nil if it has none.
    public subscript(owner: Owner) -> Value? {
        get { AssociatedValues.of(owner).read(identity, of: owner)?.unboxed as? Value }
        nonmutating set { AssociatedValues.of(owner).set(newValue.map(box), identity, of: owner) }
    }

    /// The value of an object, which `make` creates if there is none.
    ///
    /// Of several threads that create it at once, the first one wins, and all of them get its value.
    public func value(of owner: Owner, or make: () throws -> Value) rethrows -> Value {
        if let known = self[owner] { return known }
        let fresh = try make()
        let kept = AssociatedValues.of(owner).setIfNone(box(fresh), identity, of: owner)
        return kept as? Value ?? fresh
    }
}

extension AssociatedKey where Value: AnyObject {
    /// Creates a key that does not keep its values alive: the value of an object whose value has ended is nil.
    public init(weak _: Value.Type) {
        box = { WeakBox(value: $0) }
    }
}

/// Distinguishes keys.
final class AssociatedIdentity: Sendable {}

protocol AssociatedBox: Sendable {
    var unboxed: Any? { get }
}

private struct StrongBox<Value: Sendable>: AssociatedBox {
    let value: Value
    var unboxed: Any? { value }
}

private struct WeakBox<Value: AnyObject & Sendable>: AssociatedBox {
    weak let value: Value?
    var unboxed: Any? { value }
}
