public import MoonwireSupport

extension URL: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> URL {
        guard let text = try reader.text(), let url = URL(string: text, encodingInvalidCharacters: false) else {
            throw reader.mismatch("a URL")
        }
        return url
    }

    /// Writes the value.
    public func write(to writer: ValueWriter) throws { try absoluteString.write(to: writer) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .url }
}

extension UUID: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> UUID {
        guard let text = try reader.text(), let identifier = UUID(uuidString: text) else {
            throw reader.mismatch("a UUID such as \"01234567-89AB-CDEF-0123-456789ABCDEF\"")
        }
        return identifier
    }

    /// Writes the value.
    public func write(to writer: ValueWriter) throws { try uuidString.write(to: writer) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .uuid }
}
