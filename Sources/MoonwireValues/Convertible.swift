/// A type whose values can be passed between scripts and Swift.
///
/// Conform an enum with raw values, or a `Codable` type, by writing `extension Color: Convertible {}`; exposed types conform
/// automatically.
public protocol Convertible: SendableMetatype {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    static func read(from reader: ValueReader) throws -> Self
    /// Writes the value; throws if it cannot be represented in scripts.
    func write(to writer: ValueWriter) throws
    /// The shape of the values that ``read(from:)`` accepts, for checks and messages.
    static var shape: ValueShape { get }
}

extension Convertible {
    /// Creates a value from the one that a reader describes.
    ///
    /// A number is taken as it is: a reader counts as one more owner of the source, which costs more than the number.
    @inlinable @inline(__always) package static func read(from source: some ValueSource, at position: Int) throws
        -> Self
    {
        if Self.self == Int.self, Int.bitWidth == Int64.bitWidth, let integer = try source.integer(at: position) {
            return unsafeBitCast(Int(truncatingIfNeeded: integer), to: Self.self)
        }
        if Self.self == Double.self, let number = try source.number(at: position) {
            return unsafeBitCast(number, to: Self.self)
        }
        if Self.self == Bool.self, let truth = try source.boolean(at: position) {
            return unsafeBitCast(truth, to: Self.self)
        }
        return try read(from: ValueReader(source, position: position))
    }
}

extension Convertible where Self: RawRepresentable, RawValue: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> Self { try readRawValue(from: reader) }

    /// Writes the value.
    public func write(to writer: ValueWriter) throws { try rawValue.write(to: writer) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { RawValue.shape }

    static func readRawValue(from reader: ValueReader) throws -> Self {
        let raw = try RawValue.read(from: reader)
        if let value = Self(rawValue: raw) { return value }
        throw ConversionError(.range(expected: typeName(Self.self), found: try reader.described(reader.kind)))
    }
}

extension Convertible where Self: RawRepresentable & CaseIterable, RawValue: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> Self { try readChoice(from: reader) }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { choiceShape }

    static func readChoice(from reader: ValueReader) throws -> Self {
        let raw = try RawValue.read(from: reader)
        if let value = Self(rawValue: raw) { return value }
        let choices = allCases.map { "\($0.rawValue)" }
        let isSecret = reader.source.isSecret(at: reader.position)
        throw ConversionError(
            .choice(
                expected: choices, found: try reader.described(reader.kind),
                suggestions: isSecret ? [] : Suggestions(among: choices).nearest(to: "\(raw)")))
    }

    static var choiceShape: ValueShape { .choice(allCases.map { "\($0.rawValue)" }) }
}
