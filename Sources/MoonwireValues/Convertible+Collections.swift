extension Optional: Convertible where Wrapped: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    @inlinable public static func read(from reader: ValueReader) throws -> Wrapped? {
        try reader.isNull ? nil : try Wrapped.read(from: reader)
    }

    /// Writes the value.
    @inlinable public func write(to writer: ValueWriter) throws {
        if let self { try self.write(to: writer) } else { try writer.sink.writeNull(at: writer.slot) }
    }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .optional(Wrapped.shape) }
}

extension Array: Convertible where Element: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    @inlinable public static func read(from reader: ValueReader) throws -> [Element] {
        if let whole = try WholeList.read([Element].self, from: reader) { return whole }
        var result: [Element] = []
        try reader.forEachElement { element in
            let index = result.count + 1
            result.append(try within("\(index)") { try Element.read(from: element) })
        }
        return result
    }

    /// Writes the value.
    @inlinable public func write(to writer: ValueWriter) throws {
        if try WholeList.write(self, to: writer) { return }
        try writer.sink.writeList(count: count, at: writer.slot) { index, element in
            try within("\(index + 1)") { try self[index].write(to: element) }
        }
    }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .list(Element.shape) }
}

extension Dictionary: Convertible where Key: Convertible, Value: Convertible {
    /// Reads a value; throws ``ConversionError`` if it does not fit.
    @inlinable public static func read(from reader: ValueReader) throws -> [Key: Value] {
        var result: [Key: Value] = [:]
        try reader.forEachEntry { keyReader, valueReader in
            let key = try Key.readKey(from: keyReader)
            let value = try within("\(key)") { try Value.read(from: valueReader) }
            guard result.updateValue(value, forKey: key) == nil else {
                throw ConversionError(.custom("appears twice, in two different forms")).at("\(key)")
            }
        }
        return result
    }

    /// Writes the value.
    @inlinable public func write(to writer: ValueWriter) throws {
        var index = startIndex
        try writer.sink.writeMap(count: count, at: writer.slot) { _, key, value in
            let entry = self[index]
            try entry.key.write(to: key)
            try within("\(entry.key)") { try entry.value.write(to: value) }
            formIndex(after: &index)
        }
    }

    /// The shape of the values that the type accepts.
    public static var shape: ValueShape { .map(Value.shape) }
}

extension Convertible {
    /// Reads a key of a map; one that is an integer may be a string of digits, as keys of maps are strings in definitions.
    @inlinable package static func readKey(from reader: ValueReader) throws -> Self {
        do { return try read(from: reader) } catch let error as ConversionError {
            return try integerKey(in: reader, insteadOf: error)
        }
    }

    /// The key that a string of digits is, or else throws the error.
    @inline(never) @usableFromInline package static func integerKey(
        in reader: ValueReader, insteadOf error: ConversionError
    ) throws -> Self {
        guard let text = try reader.text(), let integer = Int64(text), "\(integer)" == text,
            let key = try? PlainValue.integer(integer).converted(to: Self.self)
        else { throw error.ofKey }
        return key
    }
}

extension ConversionError {
    /// The error for a value that is the key of a map.
    fileprivate var ofKey: ConversionError {
        switch reason {
        case .kind(let expected, let found): ConversionError(.kind(expected: "\(expected) as a key", found: found))
        case .range(let expected, let found): ConversionError(.range(expected: "\(expected) as a key", found: found))
        default: self
        }
    }
}
