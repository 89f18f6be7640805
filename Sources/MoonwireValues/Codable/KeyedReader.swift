/// The fields of a map, for decoding.
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let node: DecodedNode
    private let fields: [FieldKey]
    let codingPath: [any CodingKey]

    init(_ node: DecodedNode, _ path: [any CodingKey]) throws {
        self.node = node
        codingPath = path
        fields = try node.fields { $0.coding(Key.self) != nil }
    }

    var allKeys: [Key] { fields.compactMap { $0.coding(Key.self) } }

    /// A field that cannot be read exists: reading it throws the reason.
    func contains(_ key: Key) -> Bool {
        do { return try node.withField(key) { _ in true } ?? false } catch { return true }
    }

    func decodeNil(forKey key: Key) throws -> Bool { try node.withField(key) { try $0.isNull } ?? true }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try field(key) { try ValueDecoder.value(type, from: $0, path: codingPath + [key]) }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    {
        try superDecoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try superDecoder(forKey: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        _ = try node.fields { $0.name == SuperKey().stringValue }
        return try decoder(SuperKey())
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: any CodingKey) throws -> ValueDecoder {
        let part = try field(key) { reader in try node.nest(reader, key.stringValue) }
        return ValueDecoder(node: part, codingPath: codingPath + [key])
    }

    private func field<R>(_ key: any CodingKey, _ body: (ValueReader) throws -> R) throws -> R {
        guard let value = try node.withField(key, body) else { throw node.missing(key) }
        return value
    }
}

/// The key under which a class stores the fields of its superclass.
struct SuperKey: CodingKey {
    var stringValue: String { "super" }
    var intValue: Int? { nil }

    init() {}
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}

/// An index in a list, counted from one.
struct IndexKey: CodingKey {
    let index: Int

    init(_ index: Int) { self.index = index }

    var stringValue: String { "\(index)" }
    var intValue: Int? { index }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { index = intValue }
}
