public import MoonwireSupport

/// Plain data: null, a Boolean, a number, a string, a list, or a map, without references to objects.
///
/// An empty table of a script is an empty map, unless it is marked as a list or the expected type is a list. A list with a hole
/// is a ``table(_:)`` of the indices that have an element.
public enum PlainValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    /// A string whose bytes are not UTF-8.
    case data(Data)
    case list([PlainValue])
    case map([String: PlainValue])
    /// A map whose keys are not all strings.
    case table([PlainValue: PlainValue])
}

extension PlainValue {
    /// The kind of the value.
    public var kind: ValueKind {
        switch self {
        case .null: .null
        case .boolean: .boolean
        case .integer: .integer
        case .number: .number
        case .text, .data: .text
        case .list: .list
        case .map, .table: .map
        }
    }
}

extension PlainValue: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> PlainValue {
        switch try reader.kind {
        case .null: .null
        case .boolean: .boolean(try reader.boolean())
        case .integer: .integer(try reader.integer())
        case .number: .number(try reader.number())
        case .text: try reader.source.string(at: reader.position).map(PlainValue.text) ?? .data(try reader.data())
        case .list: .list(try [PlainValue].read(from: reader))
        case .map: try map(from: reader)
        case .object, .function, .handle: throw reader.mismatch(type: PlainValue.self)
        }
    }

    /// Writes the value.
    public func write(to writer: ValueWriter) throws {
        switch self {
        case .null: try writer.sink.writeNull(at: writer.slot)
        case .boolean(let value): try value.write(to: writer)
        case .integer(let value): try value.write(to: writer)
        case .number(let value): try value.write(to: writer)
        case .text(let value): try value.write(to: writer)
        case .data(let value): try value.write(to: writer)
        case .list(let value): try value.write(to: writer)
        case .map(let value): try value.write(to: writer)
        case .table(let value): try value.write(to: writer)
        }
    }

    private static func map(from reader: ValueReader) throws -> PlainValue {
        var texts: [String: PlainValue] = [:]
        var others: [PlainValue: PlainValue] = [:]
        try reader.forEachEntry { keyReader, valueReader in
            let key = try PlainValue.read(from: keyReader)
            if case .text(let text) = key {
                texts[text] = try within(text) { try PlainValue.read(from: valueReader) }
            } else {
                others[key] = try within(key.asStep) { try PlainValue.read(from: valueReader) }
            }
        }
        guard !others.isEmpty else { return .map(texts) }
        return .table(others.merging(texts.map { (.text($0), $1) }, uniquingKeysWith: { $1 }))
    }

    /// The key as a component of a path.
    private var asStep: String {
        switch self {
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        default: kind.rawValue
        }
    }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .plain }
}

extension PlainValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Creates an integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Creates a list.
    public init(arrayLiteral elements: PlainValue...) { self = .list(elements) }
    /// Creates a map.
    public init(dictionaryLiteral elements: (String, PlainValue)...) {
        self = .map(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
    /// Creates a null.
    public init(nilLiteral: ()) { self = .null }
}
