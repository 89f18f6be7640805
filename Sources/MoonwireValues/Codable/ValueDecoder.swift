/// Decodes a value of a script into a `Decodable` type, field by field, without an intermediate copy.
struct ValueDecoder: Decoder {
    let node: DecodedNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Reads all fields from one snapshot, so that names and values are consistent however long decoding takes.
    static func decode<T: Decodable>(_ type: T.Type, from reader: ValueReader, path: [any CodingKey] = []) throws -> T {
        try reader.source.withSnapshot(at: reader.position) { try decode(type, fromSnapshot: $0, path) }
    }

    private static func decode<T: Decodable>(
        _ type: T.Type, fromSnapshot reader: ValueReader, _ path: [any CodingKey]
    ) throws -> T {
        let node = DecodedNode(reader)
        defer { node.close() }
        do {
            let value = try T(from: ValueDecoder(node: node, codingPath: path))
            try node.refuseUnknownFields()
            return value
        } catch let error as DecodingError {
            // An initializer that refuses the data may not have read all of its fields.
            if case .dataCorrupted = error {} else { try node.refuseUnknownFields() }
            throw error.asConversionError(below: path)
        }
    }

    /// Types with their own conversion use it here too: a date is converted as a date, whatever its `Codable` conformance does.
    static func value<T: Decodable>(_ type: T.Type, from reader: ValueReader, path: [any CodingKey]) throws -> T {
        if let convertible = type as? any Convertible.Type, let value = try convertible.read(from: reader) as? T {
            return value
        }
        return try decode(type, from: reader, path: path)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try KeyedReader<Key>(node, codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try UnkeyedReader(node, codingPath) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        SingleValueReader(node: node, codingPath: codingPath)
    }
}

/// One value during decoding, with the fields that were requested.
///
/// A part that a nested container reads has been copied, because its original storage may be reused.
final class DecodedNode {
    private let reader: ValueReader
    /// Keeps the storage of the reader alive if it is a copy.
    private let owner: AnyObject?
    /// The path from the decoded value to a copied part.
    private let steps: [String]
    private var isOpen = true
    private var keys: [FieldKey]?
    private var isKnown: [(FieldKey) -> Bool] = []
    private var asked: Set<String> = []
    private var nested: [DecodedNode] = []

    init(_ reader: ValueReader) {
        self.reader = reader
        owner = nil
        steps = []
    }

    private init(copyOf value: PlainValue, steps: [String]) {
        let snapshot = ValueSnapshot(value)
        reader = ValueReader(snapshot, position: 1)
        owner = snapshot
        self.steps = steps
    }

    func close() {
        isOpen = false
        for node in nested { node.close() }
    }

    /// Adds the path of a copied part to its errors.
    private func located<R>(_ body: () throws -> R) throws -> R {
        do { return try body() } catch let error as ConversionError {
            throw steps.reversed().reduce(error) { $0.at($1) }
        }
    }

    /// A decoder that outlives its value cannot read.
    func opened() throws -> ValueReader {
        guard isOpen else { throw ConversionError(.custom("has already been decoded")) }
        return reader
    }

    /// The keys of the map, in order.
    func fields(_ isKnown: @escaping (FieldKey) -> Bool) throws -> [FieldKey] {
        self.isKnown.append(isKnown)
        if let keys { return keys }
        var found: [FieldKey] = []
        try located { try opened().forEachEntry { key, _ in found.append(try FieldKey(key)) } }
        keys = found
        return found
    }

    var elementCount: Int {
        get throws {
            var count = 0
            try located { try opened().forEachElement { _ in count += 1 } }
            return count
        }
    }

    func withField<R>(_ key: any CodingKey, _ body: (ValueReader) throws -> R) throws -> R? {
        try located { try withField(of: try opened(), key, body) }
    }

    private func withField<R>(
        of reader: ValueReader, _ key: any CodingKey, _ body: (ValueReader) throws -> R
    ) throws -> R? {
        asked.insert(key.stringValue)
        var result: R?
        let visit: (ValueReader) throws -> Void = { field in
            result = try within(key.stringValue) { try body(field) }
        }
        if let index = key.intValue,
            try reader.source.withEntry(.integer(Int64(index)), at: reader.position, visit)
        {
            return result
        }
        _ = try reader.source.withEntry(.text(key.stringValue), at: reader.position, visit)
        return result
    }

    /// The error for a missing field.
    ///
    /// If a field with a similar name exists, that one is reported.
    func missing(_ key: any CodingKey) -> any Error {
        do { try refuseUnknownFields() } catch { return error }
        return ConversionError(.missing, path: steps + [key.stringValue])
    }

    /// A separate node for a part, which is copied.
    func nest(_ part: ValueReader, _ step: String) throws -> DecodedNode {
        let node = DecodedNode(copyOf: try PlainValue.read(from: part), steps: steps + [step])
        nested.append(node)
        return node
    }

    /// Refuses fields that no container of the value requested.
    func refuseUnknownFields() throws {
        for node in nested { try node.refuseUnknownFields() }
        guard !isKnown.isEmpty, let keys else { return }
        guard let stranger = keys.first(where: { key in !isKnown.contains { $0(key) } }) else { return }
        let near = Suggestions(among: asked).nearest(to: stranger.name)
        throw ConversionError(.unknownField(suggestions: near), path: steps + [stranger.name])
    }
}

/// A key of a table, in the form of coding keys.
struct FieldKey {
    let name: String
    let index: Int?

    init(_ reader: ValueReader) throws {
        if let text = try reader.text() {
            (name, index) = (text, nil)
        } else {
            let integer = try Int.read(from: reader)
            (name, index) = ("\(integer)", integer)
        }
    }

    func coding<Key: CodingKey>(_ type: Key.Type) -> Key? {
        index.flatMap { Key(intValue: $0) } ?? Key(stringValue: name)
    }
}

extension DecodingError {
    /// Converts errors of the standard library and of initializers to conversion errors.
    fileprivate func asConversionError(below outer: [any CodingKey]) -> ConversionError {
        let (context, reason): (Context, ConversionError.Reason) =
            switch self {
            case .keyNotFound(let key, let context):
                (Context(codingPath: context.codingPath + [key], debugDescription: ""), .missing)
            case .valueNotFound(_, let context): (context, .missing)
            case .typeMismatch(_, let context), .dataCorrupted(let context):
                (context, .custom("does not fit: \(context.debugDescription)"))
            @unknown default: (Context(codingPath: outer, debugDescription: ""), .custom("does not fit: \(self)"))
            }
        return ConversionError(reason, path: context.codingPath.dropFirst(outer.count).map(\.stringValue))
    }
}
