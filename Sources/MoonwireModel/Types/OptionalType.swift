/// Gives access to the contents of any optional.
@usableFromInline package protocol OptionalType {
    associatedtype Wrapped
    var isNil: Bool { get }
}

extension Optional: OptionalType {
    @inlinable package var isNil: Bool { self == nil }
}

/// The wrapped type of an optional; any other type itself.
package func unwrapped(_ type: Any.Type) -> Any.Type {
    // Asking a class whether it is an optional would search all conformances.
    if type is AnyClass { return type }
    func wrapped<O: OptionalType>(_: O.Type) -> Any.Type { O.Wrapped.self }
    return (type as? any OptionalType.Type).map { wrapped($0) } ?? type
}

/// Whether a value is an optional that is nil.
///
/// The cast is to the protocol: the optimizer cannot compile one to an optional of a constrained existential.
@inlinable package func isNothing<Value>(_ value: Value) -> Bool {
    guard Value.self is any OptionalType.Type, let optional = value as? any OptionalType else { return false }
    return optional.isNil
}

/// The wrapped value of an optional; any other value itself.
package func unwrappedValue(_ value: Any) -> Any {
    func unwrap<O: OptionalType>(_ optional: O) -> Any {
        optional.isNil ? optional : Mirror(reflecting: optional).children.first?.value ?? optional
    }
    return (value as? any OptionalType).map { unwrap($0) } ?? value
}

/// Nil as a value of an optional type; nil for every other type.
package func nothing<Value>(as type: Value.Type) -> Value? {
    Value.self is any OptionalType.Type ? Any?.none as? Value : nil
}
