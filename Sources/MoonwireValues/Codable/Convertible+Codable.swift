// A `Codable` type is converted by its fields: `extension Server: Convertible {}`. For types with both, raw values take precedence.

extension Convertible where Self: Decodable {
    public static func read(from reader: ValueReader) throws -> Self {
        try ValueDecoder.decode(Self.self, from: reader)
    }

    public static var shape: ValueShape { .plain }
}

extension Convertible where Self: Encodable {
    public func write(to writer: ValueWriter) throws { try ValueEncoder.encode(self, to: writer) }
}

extension Convertible where Self: RawRepresentable & Decodable, RawValue: Convertible {
    public static func read(from reader: ValueReader) throws -> Self { try readRawValue(from: reader) }

    public static var shape: ValueShape { RawValue.shape }
}

extension Convertible where Self: RawRepresentable & Encodable, RawValue: Convertible {
    public func write(to writer: ValueWriter) throws { try rawValue.write(to: writer) }
}

extension Convertible where Self: RawRepresentable & CaseIterable & Decodable, RawValue: Convertible {
    public static func read(from reader: ValueReader) throws -> Self { try readChoice(from: reader) }

    public static var shape: ValueShape { choiceShape }
}
