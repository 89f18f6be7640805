public import MoonwireSupport

extension String: Convertible {
    @inlinable public static func read(from reader: ValueReader) throws -> String { try reader.string() }

    @inlinable public func write(to writer: ValueWriter) throws { try writer.sink.write(self, at: writer.slot) }

    public static var shape: ValueShape { .text }
}

extension Data: Convertible {
    @inlinable public static func read(from reader: ValueReader) throws -> Data { try reader.data() }

    @inlinable public func write(to writer: ValueWriter) throws { try writer.sink.write(self, at: writer.slot) }

    public static var shape: ValueShape { .data }
}
