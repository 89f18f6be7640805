/// Carries a struct or an enum where an object is needed, so that it has an identity of its own.
@usableFromInline package final class ValueBox<Wrapped>: AnyValueBox {
    /// The value.
    @usableFromInline package let value: Wrapped

    /// Boxes a value.
    @usableFromInline package init(_ value: Wrapped) {
        self.value = value
    }

    @usableFromInline package override class var valueType: Any.Type { Wrapped.self }
    @usableFromInline package override var anyValue: Any { value }
}

/// An object that contains a value of another type.
@usableFromInline package protocol AnyBox: AnyObject {
    static var valueType: Any.Type { get }
}

/// A ``ValueBox`` of whatever type.
///
/// A class, because the runtime searches all conformances to find out that an object does not conform to a protocol.
@usableFromInline package class AnyValueBox: AnyBox {
    @usableFromInline init() {}

    /// The type of the value.
    @usableFromInline package class var valueType: Any.Type { Any.self }
    /// The value.
    @usableFromInline package var anyValue: Any { self }
}

// @unchecked: the base class has no properties, and the value is a constant.
extension ValueBox: @unchecked Sendable where Wrapped: Sendable {}

/// The object for a value: the value itself, or a new box.
@inlinable package func boxed<T>(_ value: T) -> AnyObject {
    if T.self is AnyObject.Type { return value as AnyObject }
    return boxedSlowly(value)
}

@inline(never) @usableFromInline func boxedSlowly<T>(_ value: T) -> AnyObject {
    if type(of: value as Any) is AnyObject.Type { return value as AnyObject }
    return boxedDynamically(value)
}

private func boxedDynamically(_ value: Any) -> AnyObject {
    func box<Wrapped>(_ wrapped: Wrapped) -> AnyObject { ValueBox(wrapped) }
    return _openExistential(value, do: box)
}

/// The value of an object as the requested type; nil if it has another type.
@inlinable package func unboxed<T>(_ object: AnyObject, as type: T.Type) -> T? {
    if let box = object as? ValueBox<T> { return box.value }
    if T.self is AnyClass, let value = object as? T { return value }
    return unboxedDynamically(object, as: type)
}

/// A box is an object and fits `Any` and `any Sendable`, but it is never the requested value.
@usableFromInline func unboxedDynamically<T>(_ object: AnyObject, as type: T.Type) -> T? {
    guard let box = object as? AnyValueBox else { return object as? T }
    // `as` would wrap a struct in an object of the runtime.
    guard let value = box.anyValue as? T, !isObject(value) || isObject(box.anyValue) else { return nil }
    return value
}

/// Whether a value, or the value in an optional, is an object.
private func isObject(_ value: Any) -> Bool {
    if let optional = value as? any AnyOptional { return optional.unwrapped.map(isObject) ?? false }
    return type(of: value) is AnyClass
}
