/// Lists of the most common element types, which are converted as a whole: a call for each element costs more than the element.
@usableFromInline enum WholeList {
    /// Nil if the elements must be read one by one, including to report the one that does not fit.
    @inlinable static func read<Element>(_ type: [Element].Type, from reader: ValueReader) throws -> [Element]? {
        guard isWhole(Element.self),
            let count = reader.source.wholeCount(at: reader.position), count > 0
        else { return nil }
        var copied = false
        let list = try [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
            guard let start = buffer.baseAddress else { return }
            initialized = try copy(reader, to: UnsafeMutableRawPointer(start), Element.self, count)
            copied = initialized == count
        }
        return copied ? list : nil
    }

    @inlinable static func isWhole(_ type: Any.Type) -> Bool {
        type == Int.self && Int.bitWidth == Int64.bitWidth || type == String.self || type == Double.self
    }

    /// Returns the number of elements that were copied.
    @inlinable static func copy<Element>(
        _ reader: ValueReader, to start: UnsafeMutableRawPointer, _ type: Element.Type, _ count: Int
    ) throws -> Int {
        let (source, position) = (reader.source, reader.position)
        if type == String.self {
            let texts = start.assumingMemoryBound(to: String.self)
            return try source.copyTexts(at: position, to: texts, count: count)
        }
        if type == Double.self {
            let numbers = start.assumingMemoryBound(to: Double.self)
            return try source.copyNumbers(at: position, to: numbers, count: count) ? count : 0
        }
        let integers = start.bindMemory(to: Int64.self, capacity: count)
        defer { start.bindMemory(to: Int.self, capacity: count) }
        return try source.copyIntegers(at: position, to: integers, count: count) ? count : 0
    }

    /// False if the elements must be written one by one.
    @inlinable static func write<Element>(_ list: [Element], to writer: ValueWriter) throws -> Bool {
        guard isWhole(Element.self) else { return false }
        if Element.self == Int.self {
            return try list.withUnsafeBytes { bytes in
                try bytes.withMemoryRebound(to: Int64.self) { try writer.sink.write(integers: $0, at: writer.slot) }
            }
        }
        if Element.self == Double.self {
            return try list.withUnsafeBytes { bytes in
                try bytes.withMemoryRebound(to: Double.self) { try writer.sink.write(numbers: $0, at: writer.slot) }
            }
        }
        return try list.withUnsafeBytes { bytes in
            try bytes.withMemoryRebound(to: String.self) { try writer.sink.write(texts: $0, at: writer.slot) }
        }
    }
}
