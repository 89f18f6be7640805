/// A type that crosses between scripts and Swift.
///
/// Conform an enum with raw values, or a `Codable` type, by writing `extension Color: Convertible {}`; exposed types conform by
/// themselves.
public protocol Convertible: SendableMetatype {
    /// Reads a value, throwing ``ConversionError`` when it does not fit.
    static func read(from reader: ValueReader) throws -> Self
    func write(to writer: ValueWriter) throws
    static var shape: ValueShape { get }
}

extension Convertible where Self: RawRepresentable, RawValue: Convertible {
    public static func read(from reader: ValueReader) throws -> Self { try readRawValue(from: reader) }

    public func write(to writer: ValueWriter) throws { try rawValue.write(to: writer) }

    public static var shape: ValueShape { RawValue.shape }

    static func readRawValue(from reader: ValueReader) throws -> Self {
        let raw = try RawValue.read(from: reader)
        if let value = Self(rawValue: raw) { return value }
        throw ConversionError(.range(expected: typeName(Self.self), found: try reader.described(reader.kind)))
    }
}

extension Convertible where Self: RawRepresentable & CaseIterable, RawValue: Convertible {
    public static func read(from reader: ValueReader) throws -> Self { try readChoice(from: reader) }

    public static var shape: ValueShape { choiceShape }

    static func readChoice(from reader: ValueReader) throws -> Self {
        let raw = try RawValue.read(from: reader)
        if let value = Self(rawValue: raw) { return value }
        let choices = allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        throw ConversionError(.range(expected: "one of \(choices)", found: try reader.described(reader.kind)))
    }

    static var choiceShape: ValueShape { .choice(allCases.map { "\($0.rawValue)" }) }
}
