/// The elements of a list, for decoding.
struct UnkeyedReader: UnkeyedDecodingContainer {
    private let node: DecodedNode
    private let total: Int
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(_ node: DecodedNode, _ path: [any CodingKey]) throws {
        self.node = node
        codingPath = path
        total = try node.elementCount
    }

    var count: Int? { total }
    var isAtEnd: Bool { currentIndex == total }

    mutating func decodeNil() throws -> Bool {
        guard try element({ _, reader in try reader.isNull }) else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try element { key, reader in try ValueDecoder.value(type, from: reader, path: codingPath + [key]) }
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
        -> KeyedDecodingContainer<Nested>
    {
        try superDecoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try superDecoder().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try element { key, reader in
            ValueDecoder(node: try node.nest(reader, key.stringValue), codingPath: codingPath + [key])
        }
        currentIndex += 1
        return decoder
    }

    private func element<R>(_ body: (IndexKey, ValueReader) throws -> R) throws -> R {
        let key = IndexKey(currentIndex + 1)
        guard !isAtEnd, let value = try node.withField(key, { try body(key, $0) }) else { throw node.missing(key) }
        return value
    }
}

/// A single value, for decoding.
struct SingleValueReader: SingleValueDecodingContainer {
    let node: DecodedNode
    let codingPath: [any CodingKey]

    func decodeNil() -> Bool { (try? node.opened().isNull) ?? false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try ValueDecoder.value(type, from: node.opened(), path: codingPath)
    }
}
