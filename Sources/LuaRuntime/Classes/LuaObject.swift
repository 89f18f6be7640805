public import MoonwireValues

/// A type whose instances scripts hold as objects.
///
/// Conform and describe the type once, and register the description with every interpreter that shall know it:
///
///     final class Counter: LuaObject { … }
///     try lua.register(ObjectClass(Counter.self) { counter in counter.property("value", \.value) })
///
/// An instance of a class is the same value whenever it is handed over; when the class is not `Sendable`, scripts have it
/// during the call only that hands it over. A struct or an enum is handed over as a copy in a ``MutableBox``, which scripts
/// may change in place.
public protocol LuaObject: Convertible {}

extension LuaObject {
    public static func read(from reader: ValueReader) throws -> Self {
        guard let object = try reader.source.object(at: reader.position) else {
            throw reader.mismatch(type: Self.self)
        }
        if let box = object as? MutableBox<Self> { return try box.value }
        guard let value = unboxed(object, as: Self.self) else {
            throw reader.mismatch(type: Self.self, found: object)
        }
        return value
    }

    public func write(to writer: ValueWriter) throws {
        try writer.sink.write(object: MutableBox(self), at: writer.slot)
    }

    public static var shape: ValueShape { .object(typeName(Self.self)) }
}

extension LuaObject where Self: AnyObject {
    @inlinable public static func read(from reader: ValueReader) throws -> Self {
        guard let object = try reader.source.object(at: reader.position) else {
            throw reader.mismatch(type: Self.self)
        }
        if type(of: object) == Self.self { return unsafeDowncast(object, to: Self.self) }
        guard let value = object as? Self else { throw reader.mismatch(type: Self.self, found: object) }
        return value
    }

    @inlinable public func write(to writer: ValueWriter) throws {
        try writer.sink.write(object: self, at: writer.slot)
    }
}
