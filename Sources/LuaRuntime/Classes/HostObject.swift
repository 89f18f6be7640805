public import MoonwireValues

/// A type whose instances scripts use as objects.
///
/// Conform, describe the type once, and register the description with every interpreter that uses it:
///
///     final class Counter: HostObject { … }
///     try lua.register(HostClass(Counter.self) { counter in counter.property("value", \.value) })
///
/// An instance of a class is the same value each time it is passed to scripts. If the class is not `Sendable`, scripts have it only
/// during the call that passes it. A struct or an enum is passed as a copy in a ``HostBox``, which scripts can change in place.
public protocol HostObject: Convertible {}

extension HostObject {
    /// Reads an object.
    ///
    /// - Parameter reader: The value.
    /// - Returns: The object.
    /// - Throws: ``ConversionError`` for any other value.
    public static func read(from reader: ValueReader) throws -> Self {
        guard let object = try reader.source.object(at: reader.position) else {
            throw reader.mismatch(type: Self.self)
        }
        if let box = object as? HostBox<Self> { return try box.value }
        guard let value = unboxed(object, as: Self.self) else {
            throw reader.mismatch(type: Self.self, found: object)
        }
        return value
    }

    /// Writes the object.
    ///
    /// - Parameter writer: The destination.
    /// - Throws: ``ConversionError`` when the destination does not accept objects.
    public func write(to writer: ValueWriter) throws {
        try writer.sink.write(object: HostBox(self), at: writer.slot)
    }

    /// The shape of the object.
    public static var shape: ValueShape { .object(typeName(Self.self)) }
}

extension HostObject where Self: AnyObject {
    /// Reads an object.
    ///
    /// - Parameter reader: The value.
    /// - Returns: The object.
    /// - Throws: ``ConversionError`` for any other value.
    @inlinable public static func read(from reader: ValueReader) throws -> Self {
        guard let object = try reader.source.object(at: reader.position) else {
            throw reader.mismatch(type: Self.self)
        }
        if type(of: object) == Self.self { return unsafeDowncast(object, to: Self.self) }
        guard let value = object as? Self else { throw reader.mismatch(type: Self.self, found: object) }
        return value
    }

    /// Writes the object.
    ///
    /// - Parameter writer: The destination.
    /// - Throws: ``ConversionError`` when the destination does not accept objects.
    @inlinable public func write(to writer: ValueWriter) throws {
        try writer.sink.write(object: self, at: writer.slot)
    }
}
