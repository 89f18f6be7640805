import Foundation
import Moonwire

/// A plain value as JSON.
struct JSONValue: Codable {
    let value: PlainValue

    init(_ value: PlainValue) {
        self.value = value
    }

    /// The value of a JSON text; nil if it is not one.
    static func decode(_ data: Data) -> PlainValue? { try? JSONDecoder().decode(JSONValue.self, from: data).value }

    static func encode(_ value: PlainValue) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(JSONValue(value))
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            value = .null
        } else if let flag = try? container.decode(Bool.self) {
            value = .boolean(flag)
        } else if let integer = try? container.decode(Int64.self) {
            value = .integer(integer)
        } else if let number = try? container.decode(Double.self) {
            value = .number(number)
        } else if let text = try? container.decode(String.self) {
            value = .text(text)
        } else if let list = try? container.decode([JSONValue].self) {
            value = .list(list.map(\.value))
        } else {
            value = .map(try container.decode([String: JSONValue].self).mapValues(\.value))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case .null: try container.encodeNil()
        case .boolean(let flag): try container.encode(flag)
        case .integer(let integer): try container.encode(integer)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .data(let data): try container.encode(data)
        case .list(let list): try container.encode(list.map(JSONValue.init))
        case .map(let map): try container.encode(map.mapValues(JSONValue.init))
        case .table: throw NotJSON()
        }
    }

    struct NotJSON: Error, CustomStringConvertible {
        let description = "a table whose keys are neither strings nor 1, 2, 3, … is not JSON"
    }
}
