/// Encodes the fields of a value.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    /// Omits nil, as for an optional field.
    mutating func encodeNil(forKey key: Key) throws {}

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try encoder.encode(value, into: encoder.part.appended(key), key)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
        -> KeyedEncodingContainer<Nested>
    {
        nested(key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nested(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { nested(SuperKey()) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

    private func nested(_ key: any CodingKey) -> ValueEncoder {
        ValueEncoder(
            part: encoder.part.appended(key), codingPath: codingPath + [key], writer: encoder.writer)
    }
}

/// Encodes the elements of a list.
struct UnkeyedWriter: UnkeyedEncodingContainer {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.part.count }

    mutating func encodeNil() throws { _ = encoder.part.appended() }

    mutating func encode<T: Encodable>(_ value: T) throws {
        let key = IndexKey(count + 1)
        try encoder.encode(value, into: encoder.part.appended(), key)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        nested().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { nested() }

    private func nested() -> ValueEncoder {
        let key = IndexKey(count + 1)
        return ValueEncoder(
            part: encoder.part.appended(), codingPath: codingPath + [key], writer: encoder.writer)
    }
}

/// Encodes a single value.
struct SingleValueWriter: SingleValueEncodingContainer {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil() throws { encoder.part.content = .nothing }

    mutating func encode<T: Encodable>(_ value: T) throws {
        if let convertible = value as? any Convertible {
            encoder.part.content = .value(convertible)
        } else {
            try value.encode(to: encoder)
        }
    }
}
