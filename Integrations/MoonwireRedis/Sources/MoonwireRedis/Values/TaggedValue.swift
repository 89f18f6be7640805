import Foundation
import Moonwire

/// A value in JSON, with its kind as the only key, such as `{"integer":5}`.
///
/// JSON alone does not distinguish 5 from 5.0.
struct TaggedValue: Codable {
    private enum Kind: String, CodingKey {
        case boolean, integer, number, text, data, list, map
    }

    let value: PlainValue

    init(value: PlainValue) {
        self.value = value
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Kind.self)
        guard let kind = container.allKeys.first else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no kind"))
        }
        value =
            switch kind {
            case .boolean: .boolean(try container.decode(Bool.self, forKey: kind))
            case .integer: .integer(try container.decode(Int64.self, forKey: kind))
            case .number: .number(try container.decode(Double.self, forKey: kind))
            case .text: .text(try container.decode(String.self, forKey: kind))
            case .data: .data(try container.decode(Data.self, forKey: kind))
            case .list: .list(try container.decode([TaggedValue].self, forKey: kind).map(\.value))
            case .map: .map(try container.decode([String: TaggedValue].self, forKey: kind).mapValues(\.value))
            }
    }

    /// Throws for a null, and for a map whose keys are not strings.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Kind.self)
        switch value {
        case .boolean(let value): try container.encode(value, forKey: .boolean)
        case .integer(let value): try container.encode(value, forKey: .integer)
        case .number(let value): try container.encode(value, forKey: .number)
        case .text(let value): try container.encode(value, forKey: .text)
        case .data(let value): try container.encode(value, forKey: .data)
        case .list(let values): try container.encode(values.map(TaggedValue.init), forKey: .list)
        case .map(let values): try container.encode(values.mapValues(TaggedValue.init), forKey: .map)
        case .null, .table:
            throw EncodingError.invalidValue(value, .init(codingPath: encoder.codingPath, debugDescription: "no JSON"))
        }
    }
}
