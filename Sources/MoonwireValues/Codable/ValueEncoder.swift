/// Encodes an `Encodable` value for a script: collects the encoded parts, and writes them when they are complete.
struct ValueEncoder: Encoder {
    let part: EncodedPart
    let codingPath: [any CodingKey]
    let writer: ValueWriter
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    static func encode(_ value: any Encodable, to writer: ValueWriter) throws {
        let part = EncodedPart()
        do {
            try value.encode(to: ValueEncoder(part: part, codingPath: [], writer: writer))
        } catch let error as EncodingError {
            throw error.asConversionError
        }
        try part.write(to: writer)
    }

    /// Types with their own conversion use it here too.
    func encode(_ value: any Encodable, into part: EncodedPart, _ key: any CodingKey) throws {
        if let convertible = value as? any Convertible {
            part.content = .value(convertible)
        } else {
            try value.encode(to: try inside(part, key))
        }
    }

    /// A value that contains itself would not end.
    func inside(_ part: EncodedPart, _ key: any CodingKey) throws -> ValueEncoder {
        let path = codingPath + [key]
        guard path.count <= 200, writer.sink.canDescend else {
            throw ConversionError(.custom("is nested too deeply, or contains itself"), path: path.map(\.stringValue))
        }
        return ValueEncoder(part: part, codingPath: path, writer: writer)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        part.becomeMap()
        return KeyedEncodingContainer(KeyedWriter<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        part.becomeList()
        return UnkeyedWriter(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleValueWriter(encoder: self) }
}

/// One value during encoding.
final class EncodedPart {
    enum Content {
        case nothing
        case value(any Convertible)
        case list([EncodedPart])
        case map([(key: any CodingKey, part: EncodedPart)])
    }

    var content = Content.nothing

    func becomeMap() {
        if case .map = content { return }
        content = .map([])
    }

    func becomeList() {
        if case .list = content { return }
        content = .list([])
    }

    func appended(_ key: any CodingKey) -> EncodedPart {
        let part = EncodedPart()
        guard case .map(var entries) = content else { return part }
        content = .nothing
        entries.append((key, part))
        content = .map(entries)
        return part
    }

    func appended() -> EncodedPart {
        let part = EncodedPart()
        guard case .list(var parts) = content else { return part }
        content = .nothing
        parts.append(part)
        content = .list(parts)
        return part
    }

    var count: Int {
        switch content {
        case .list(let parts): parts.count
        case .map(let entries): entries.count
        case .nothing, .value: 0
        }
    }

    func write(to writer: ValueWriter) throws {
        switch content {
        case .nothing: try writer.sink.writeNull(at: writer.slot)
        case .value(let value): try value.write(to: writer)
        case .list(let parts):
            try writer.sink.writeList(count: parts.count, at: writer.slot) { index, element in
                try within("\(index + 1)") { try parts[index].write(to: element) }
            }
        case .map(let entries):
            try writer.sink.writeMap(count: entries.count, at: writer.slot) { index, key, value in
                let entry = entries[index]
                if let number = entry.key.intValue {
                    try number.write(to: key)
                } else {
                    try entry.key.stringValue.write(to: key)
                }
                try within(entry.key.stringValue) { try entry.part.write(to: value) }
            }
        }
    }
}

extension EncodingError {
    fileprivate var asConversionError: ConversionError {
        guard case .invalidValue(_, let context) = self else {
            return ConversionError(.custom("does not fit: \(self)"))
        }
        let path = context.codingPath.map(\.stringValue)
        return ConversionError(.custom("does not fit: \(context.debugDescription)"), path: path)
    }
}
