#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A plain value as data: what a script writes down, without anything alive in it.
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
        case .map: .map
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
        case .map: .map(try [String: Value].read(from: reader))
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
        }
    }

    public static var shape: ValueShape { .anything }
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
