public import MoonwireValues

/// A type that scripts can use.
///
/// A final class, a struct, or an actor declares `static let exposure` in an extension; a class with subclasses declares
/// `class var exposure` in its body, and each subclass overrides it.
public protocol Exposed: Convertible {
    /// The description of the members that scripts can use.
    static var exposure: Exposure { get }
}

extension Exposed {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> Self { try readObject(from: reader) }

    /// Writes the value.
    public func write(to writer: ValueWriter) throws { try writeObject(to: writer) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .object(of: Self.self) }

    fileprivate static func readObject(from reader: ValueReader) throws -> Self {
        guard let object = try reader.source.object(at: reader.position) else {
            throw reader.mismatch(type: Self.self)
        }
        guard let value = unboxed(object, as: Self.self) ?? reader.source.provided(object, as: Self.self) else {
            throw reader.mismatch(type: Self.self, found: object)
        }
        return value
    }

    fileprivate func writeObject(to writer: ValueWriter) throws {
        try writer.sink.write(object: boxed(self), at: writer.slot)
    }
}

extension Exposed where Self: AnyObject {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    @inlinable public static func read(from reader: ValueReader) throws -> Self {
        guard let object = try reader.source.object(at: reader.position) else {
            throw reader.mismatch(type: Self.self)
        }
        if type(of: object) == Self.self { return unsafeDowncast(object, to: Self.self) }
        guard let value = object as? Self ?? reader.source.provided(object, as: Self.self) else {
            throw reader.mismatch(type: Self.self, found: object)
        }
        return value
    }

    /// Writes the value.
    @inlinable public func write(to writer: ValueWriter) throws {
        try writer.sink.write(object: self, at: writer.slot)
    }
}

// An exposed type is passed as an object, even if it could be converted.

extension Exposed where Self: Decodable {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> Self { try readObject(from: reader) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .object(of: Self.self) }
}

extension Exposed where Self: Encodable {
    /// Writes the value.
    public func write(to writer: ValueWriter) throws { try writeObject(to: writer) }
}

extension Exposed where Self: AnyObject & Decodable {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> Self { try readObject(from: reader) }
}

extension Exposed where Self: AnyObject & Encodable {
    /// Writes the value.
    public func write(to writer: ValueWriter) throws { try writer.sink.write(object: self, at: writer.slot) }
}
