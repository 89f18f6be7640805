/// A list of pairs, whose order is kept: `{ { "a", 1 }, { "b", 2 } }`.
extension KeyValuePairs: Convertible where Key: Convertible, Value: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    public static func read(from reader: ValueReader) throws -> KeyValuePairs {
        try read(from: reader, key: Key.read, value: Value.read)
    }

    /// Writes the value.
    public func write(to writer: ValueWriter) throws {
        try writer.sink.writeList(count: count, at: writer.slot) { index, element in
            let (key, value) = self[index]
            try within("\(index + 1)") {
                try element.sink.writeList(count: 2, at: element.slot) { part, slot in
                    if part == 0 { try key.write(to: slot) } else { try value.write(to: slot) }
                }
            }
        }
    }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .pairs(key: Key.shape, value: Value.shape) }
}

extension KeyValuePairs {
    /// Creates a collection of pairs in the order of an array.
    package init(elements: [(Key, Value)]) {
        // Safe because the type is frozen, and its only stored property is the array of its elements.
        self = unsafeBitCast(elements, to: KeyValuePairs.self)
    }

    /// Reads a list of pairs by functions for their parts.
    package static func read(
        from reader: ValueReader, key: (ValueReader) throws -> Key, value: (ValueReader) throws -> Value
    ) throws -> KeyValuePairs {
        var pairs: [(Key, Value)] = []
        try reader.forEachElement { element in
            pairs.append(try within("\(pairs.count + 1)") { try Self.pair(from: element, key, value) })
        }
        return KeyValuePairs(elements: pairs)
    }

    private static func pair(
        from reader: ValueReader, _ readKey: (ValueReader) throws -> Key, _ readValue: (ValueReader) throws -> Value
    ) throws -> (Key, Value) {
        var key: Key?
        var value: Value?
        var count = 0
        try reader.forEachElement { part in
            count += 1
            if count == 1 { key = try readKey(part) }
            if count == 2 { value = try readValue(part) }
        }
        guard count == 2, let key, let value else { throw ConversionError(.custom("is not a pair { key, value }")) }
        return (key, value)
    }
}
