public import MoonwireSupport

extension String: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    @inlinable public static func read(from reader: ValueReader) throws -> String { try reader.string() }

    /// Writes the value.
    @inlinable public func write(to writer: ValueWriter) throws { try writer.sink.write(self, at: writer.slot) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .text }
}

/// A string that contains one character.
extension Character: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> Character {
        guard let text = try reader.text(), text.count == 1 else { throw reader.mismatch("a string of one character") }
        return Character(text)
    }

    /// Writes the value.
    public func write(to writer: ValueWriter) throws { try String(self).write(to: writer) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .character }
}

extension Data: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    @inlinable public static func read(from reader: ValueReader) throws -> Data { try reader.data() }

    /// Writes the value.
    @inlinable public func write(to writer: ValueWriter) throws { try writer.sink.write(self, at: writer.slot) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .data }
}
