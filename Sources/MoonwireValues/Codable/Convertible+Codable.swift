// A `Codable` type is converted by its fields: `extension Server: Convertible {}`. For types with both, raw values take precedence.

extension Convertible where Self: Decodable {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> Self {
        try ValueDecoder.decode(Self.self, from: reader)
    }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .plain }
}

extension Convertible where Self: Encodable {
    /// Writes the value.
    public func write(to writer: ValueWriter) throws { try ValueEncoder.encode(self, to: writer) }
}

extension Convertible where Self: RawRepresentable & Decodable, RawValue: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> Self { try readRawValue(from: reader) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { RawValue.shape }
}

extension Convertible where Self: RawRepresentable & Encodable, RawValue: Convertible {
    /// Writes the value.
    public func write(to writer: ValueWriter) throws { try rawValue.write(to: writer) }
}

extension Convertible where Self: RawRepresentable & CaseIterable & Decodable, RawValue: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> Self { try readChoice(from: reader) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { choiceShape }
}
