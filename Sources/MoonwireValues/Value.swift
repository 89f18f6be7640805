public import MoonwireSupport

/// A plain value as data: what a script writes down, without anything alive in it.
///
/// An empty table of a script becomes an empty map, unless it is marked as a list; where the type asks for a list or for a map, it is
/// that. A list with a hole is a ``table(_:)`` of the places that are filled.
public enum Value: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    /// A text whose bytes are not UTF-8.
    case data(Data)
    case list([Value])
    case map([String: Value])
    /// A map whose keys are not all texts.
    case table([Value: Value])
}

extension Value {
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

extension Value: Convertible {
    public static func read(from reader: ValueReader) throws -> Value {
        switch try reader.kind {
        case .null: .null
        case .boolean: .boolean(try reader.boolean())
        case .integer: .integer(try reader.integer())
        case .number: .number(try reader.number())
        case .text: try reader.source.string(at: reader.position).map(Value.text) ?? .data(try reader.data())
        case .list: .list(try [Value].read(from: reader))
        case .map: try map(from: reader)
        case .object, .function, .handle: throw reader.mismatch(type: Value.self)
        }
    }

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

    private static func map(from reader: ValueReader) throws -> Value {
        var texts: [String: Value] = [:]
        var others: [Value: Value] = [:]
        try reader.forEachEntry { keyReader, valueReader in
            let key = try Value.read(from: keyReader)
            if case .text(let text) = key {
                texts[text] = try within(text) { try Value.read(from: valueReader) }
            } else {
                others[key] = try within(key.asStep) { try Value.read(from: valueReader) }
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

    public static var shape: ValueShape { .plain }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    public init(arrayLiteral elements: Value...) { self = .list(elements) }
    public init(dictionaryLiteral elements: (String, Value)...) {
        self = .map(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
    public init(nilLiteral: ()) { self = .null }
}
