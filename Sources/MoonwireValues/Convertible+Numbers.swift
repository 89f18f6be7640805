extension Convertible where Self: FixedWidthInteger & Codable {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    @inlinable public static func read(from reader: ValueReader) throws -> Self {
        let value = try reader.integer()
        guard let exact = Self(exactly: value) else { throw outOfRange(value, reader) }
        return exact
    }

    /// Writes the value.
    @inlinable public func write(to writer: ValueWriter) throws {
        guard let exact = Int64(exactly: self) else {
            throw ConversionError(.range(expected: "an integer of 64 bits with a sign", found: "\(self)"))
        }
        try writer.sink.write(exact, at: writer.slot)
    }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape {
        .integer(min: Int64(clamping: Self.min), max: Int64(clamping: Self.max))
    }

    @inline(never) @usableFromInline static func outOfRange(
        _ value: Int64, _ reader: ValueReader
    ) -> ConversionError {
        let found = reader.source.isSecret(at: reader.position) ? "a secret" : "\(value)"
        return ConversionError(.range(expected: "an integer from \(Self.min) to \(Self.max)", found: found))
    }
}

extension Int: Convertible {}
extension Int8: Convertible {}
extension Int16: Convertible {}
extension Int32: Convertible {}
extension Int64: Convertible {}
extension UInt: Convertible {}
extension UInt8: Convertible {}
extension UInt16: Convertible {}
extension UInt32: Convertible {}
extension UInt64: Convertible {}

extension Double: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    @inlinable public static func read(from reader: ValueReader) throws -> Double { try reader.number() }

    /// Writes the value.
    @inlinable public func write(to writer: ValueWriter) throws { try writer.sink.write(self, at: writer.slot) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .number }
}

extension Float: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    @inlinable public static func read(from reader: ValueReader) throws -> Float {
        let number = try reader.number()
        let value = Float(number)
        guard value.isFinite || !number.isFinite else { throw outOfRange(number, reader) }
        return value
    }

    @inline(never) @usableFromInline static func outOfRange(
        _ value: Double, _ reader: ValueReader
    ) -> ConversionError {
        let limit = Float.greatestFiniteMagnitude
        let found = reader.source.isSecret(at: reader.position) ? "a secret" : "\(value)"
        return ConversionError(.range(expected: "a number from \(-limit) to \(limit)", found: found))
    }

    /// Writes the value.
    @inlinable public func write(to writer: ValueWriter) throws { try writer.sink.write(Double(self), at: writer.slot) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .number }
}

extension Bool: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    @inlinable public static func read(from reader: ValueReader) throws -> Bool { try reader.boolean() }

    /// Writes the value.
    @inlinable public func write(to writer: ValueWriter) throws { try writer.sink.write(self, at: writer.slot) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .boolean }
}
