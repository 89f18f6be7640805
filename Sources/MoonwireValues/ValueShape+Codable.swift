/// A shape is written as its name, `"text"`, or as an object with the name and its details: `{"list": "text"}`.
///
/// Manifests of former versions, which are read as well, have an object for each shape, and another around its details.
extension ValueShape: Codable {
    private enum Details: CodingKey { case integer, range, closedRange, list, map, pairs, optional, choice, object }
    private enum Former: String, CodingKey { case details = "_0", min, max }

    /// The shapes without details.
    private static let named: [String: ValueShape] = [
        "anything": .anything, "plain": .plain, "boolean": .boolean, "number": .number, "text": .text,
        "character": .character, "data": .data, "date": .date, "duration": .duration, "timeZone": .timeZone,
        "locale": .locale, "decimal": .decimal, "url": .url, "uuid": .uuid, "function": .function,
        "integer": .integer(min: .min, max: .max),
    ]
    private static let names = Dictionary(uniqueKeysWithValues: named.map { ($1, $0) })

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }

    /// Reads a shape of this or a former version; throws `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let name = try? value.decode(String.self) {
            guard let shape = Self.named[name] else { throw Self.unknown(name, decoder) }
            self = shape
            return
        }
        let name = try decoder.container(keyedBy: Name.self).allKeys.first?.stringValue ?? ""
        guard let details = Details(stringValue: name) else {
            guard let shape = Self.named[name] else { throw Self.unknown(name, decoder) }
            self = shape
            return
        }
        let container = try decoder.container(keyedBy: Details.self)
        self =
            switch details {
            case .integer: try Self.integer(in: container)
            case .range: .range(try Self.value(of: .range, in: container))
            case .closedRange: .closedRange(try Self.value(of: .closedRange, in: container))
            case .list: .list(try Self.value(of: .list, in: container))
            case .map: .map(try Self.value(of: .map, in: container))
            case .pairs: try Self.pairs(in: container)
            case .optional: .optional(try Self.value(of: .optional, in: container))
            case .choice: .choice(try Self.value(of: .choice, in: container))
            case .object: .object(try Self.value(of: .object, in: container))
            }
    }

    private static func unknown(_ name: String, _ decoder: any Decoder) -> DecodingError {
        DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "\"\(name)\" is not the name of a shape"))
    }

    private static func value<Value: Decodable>(
        of details: Details, in container: KeyedDecodingContainer<Details>
    ) throws -> Value {
        if let former = try? container.nestedContainer(keyedBy: Former.self, forKey: details), former.contains(.details)
        {
            return try former.decode(Value.self, forKey: .details)
        }
        return try container.decode(Value.self, forKey: details)
    }

    private static func integer(in container: KeyedDecodingContainer<Details>) throws -> ValueShape {
        if let former = try? container.nestedContainer(keyedBy: Former.self, forKey: .integer) {
            return .integer(
                min: try former.decode(Int64.self, forKey: .min), max: try former.decode(Int64.self, forKey: .max))
        }
        var bounds = try container.nestedUnkeyedContainer(forKey: .integer)
        return .integer(min: try bounds.decode(Int64.self), max: try bounds.decode(Int64.self))
    }

    private static func pairs(in container: KeyedDecodingContainer<Details>) throws -> ValueShape {
        var parts = try container.nestedUnkeyedContainer(forKey: .pairs)
        return .pairs(key: try parts.decode(ValueShape.self), value: try parts.decode(ValueShape.self))
    }

    /// Writes the shape.
    public func encode(to encoder: any Encoder) throws {
        if let name = Self.names[self] {
            var container = encoder.singleValueContainer()
            return try container.encode(name)
        }
        var container = encoder.container(keyedBy: Details.self)
        switch self {
        case .integer(let min, let max): try container.encode([min, max], forKey: .integer)
        case .range(let bound): try container.encode(bound, forKey: .range)
        case .closedRange(let bound): try container.encode(bound, forKey: .closedRange)
        case .list(let element): try container.encode(element, forKey: .list)
        case .map(let element): try container.encode(element, forKey: .map)
        case .pairs(let key, let value): try container.encode([key, value], forKey: .pairs)
        case .optional(let wrapped): try container.encode(wrapped, forKey: .optional)
        case .choice(let values): try container.encode(values, forKey: .choice)
        case .object(let name): try container.encode(name, forKey: .object)
        case .anything, .plain, .boolean, .number, .text, .character, .data, .date, .duration, .timeZone, .locale,
            .decimal, .url, .uuid, .function:
            break
        }
    }
}
