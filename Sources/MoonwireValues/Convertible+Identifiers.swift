public import MoonwireSupport

extension URL: Convertible {
    public static func read(from reader: ValueReader) throws -> URL {
        guard let text = try reader.text(), let url = URL(string: text, encodingInvalidCharacters: false) else {
            throw reader.misfit("a URL")
        }
        return url
    }

    public func write(to writer: ValueWriter) throws { try absoluteString.write(to: writer) }

    public static var shape: ValueShape { .url }
}

extension UUID: Convertible {
    public static func read(from reader: ValueReader) throws -> UUID {
        guard let text = try reader.text(), let identifier = UUID(uuidString: text) else {
            throw reader.misfit("a UUID such as \"01234567-89AB-CDEF-0123-456789ABCDEF\"")
        }
        return identifier
    }

    public func write(to writer: ValueWriter) throws { try uuidString.write(to: writer) }

    public static var shape: ValueShape { .uuid }
}
