public import MoonwireSupport

extension String: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    @inlinable public static func read(from reader: ValueReader) throws -> String { try reader.string() }

    /// Writes the value.
    @inlinable public func write(to writer: ValueWriter) throws { try writer.sink.write(self, at: writer.slot) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .text }
}

extension Data: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    @inlinable public static func read(from reader: ValueReader) throws -> Data { try reader.data() }

    /// Writes the value.
    @inlinable public func write(to writer: ValueWriter) throws { try writer.sink.write(self, at: writer.slot) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .data }
}
