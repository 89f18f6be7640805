internal import MoonwireSupport

extension PlainValue {
    /// Converts the value to a Swift type, as if a script had passed it.
    ///
    /// Throws ``ConversionError`` if it does not fit.
    ///
    ///     let ports = try value.converted(to: [Int].self)
    public func converted<T: Convertible>(to type: T.Type = T.self) throws -> T {
        let snapshot = ValueSnapshot(self)
        return try withExtendedLifetime(snapshot) { try T.read(from: ValueReader(snapshot, position: 1)) }
    }
}

/// Plain values in memory, to be read like those of a script.
///
/// Parts are there while they are visited.
final class ValueSnapshot: ValueSource {
    private var values: [PlainValue]

    init(_ value: PlainValue) {
        values = [value]
    }

    private func value(at position: Int) -> PlainValue {
        values.indices.contains(position - 1) ? values[position - 1] : .null
    }

    private func visit(_ parts: [PlainValue], _ body: (Int) throws -> Void) rethrows {
        let count = values.count
        values += parts
        defer { values.removeLast(values.count - count) }
        try body(count + 1)
    }

    func kind(at position: Int) -> ValueKind { value(at: position).kind }

    func boolean(at position: Int) -> Bool? {
        if case .boolean(let value) = value(at: position) { value } else { nil }
    }

    func integer(at position: Int) -> Int64? {
        switch value(at: position) {
        case .integer(let value): value
        case .number(let value): Int64(exactly: value)
        default: nil
        }
    }

    func number(at position: Int) -> Double? {
        switch value(at: position) {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    func string(at position: Int) -> String? {
        if case .text(let value) = value(at: position) { value } else { nil }
    }

    func data(at position: Int) -> Data? {
        switch value(at: position) {
        case .text(let value): Data(value.utf8)
        case .data(let value): value
        default: nil
        }
    }

    func object(at position: Int) -> AnyObject? { nil }

    func forEachElement(at position: Int, _ body: (ValueReader) throws -> Void) throws -> Bool {
        switch value(at: position) {
        case .list(let elements):
            for element in elements { try visit([element]) { try body(ValueReader(self, position: $0)) } }
            return true
        case .map(let entries): return entries.isEmpty
        case .table(let entries): return entries.isEmpty
        default: return false
        }
    }

    func forEachEntry(at position: Int, _ body: (ValueReader, ValueReader) throws -> Void) throws -> Bool {
        guard let entries = entries(of: value(at: position)) else { return false }
        for (key, value) in entries {
            try visit([key, value]) { position in
                try body(ValueReader(self, position: position), ValueReader(self, position: position + 1))
            }
        }
        return true
    }

    func withEntry(_ key: EntryKey, at position: Int, _ body: (ValueReader) throws -> Void) throws -> Bool {
        guard let entry = entry(key, of: value(at: position)) else { return false }
        try visit([entry]) { try body(ValueReader(self, position: $0)) }
        return true
    }

    private func entry(_ key: EntryKey, of value: PlainValue) -> PlainValue? {
        switch (value, key) {
        case (.list(let elements), .integer(let index)):
            (1...Int64(max(elements.count, 1))).contains(index) && !elements.isEmpty ? elements[Int(index) - 1] : nil
        case (.map(let entries), .text(let text)): entries[text]
        case (.table(let entries), .text(let text)): entries[.text(text)]
        case (.table(let entries), .integer(let integer)): entries[.integer(integer)]
        default: nil
        }
    }

    /// A list counts from one, as in a script.
    private func entries(of value: PlainValue) -> [(PlainValue, PlainValue)]? {
        switch value {
        case .list(let elements): elements.enumerated().map { (.integer(Int64($0 + 1)), $1) }
        case .map(let entries): entries.sorted { $0.key < $1.key }.map { (.text($0.key), $0.value) }
        case .table(let entries): entries.sorted { "\($0.key)" < "\($1.key)" }.map { ($0.key, $0.value) }
        default: nil
        }
    }

    func argument(_ index: Int, of call: Int) -> Int { 0 }
    func beginUserCode() {}
    func endUserCode() {}
}
