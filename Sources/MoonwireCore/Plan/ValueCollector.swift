import MoonwireSupport
import MoonwireValues

/// Converts a Swift value to planned values, so that a service that is a string, a number, or a list fits an argument.
final class ValueCollector: ValueSink {
    private var collected: [PlannedValue] = []

    /// The converted value in a box; nil if the object is not a box, or its value cannot be converted.
    static func opened(_ object: AnyObject) throws -> PlannedValue? {
        guard let value = (object as? AnyValueBox)?.anyValue as? any Convertible else { return nil }
        let collector = ValueCollector()
        return try collector.collect { try value.write(to: $0) }
    }

    /// A Swift value as plain data; throws ``ConversionError`` for one that contains objects.
    static func plainValue(of value: some Convertible) throws -> PlainValue {
        let collector = ValueCollector()
        return try collector.collect { try value.write(to: $0) }.plainValue
    }

    /// The value that `write` writes.
    private func collect(_ write: (ValueWriter) throws -> Void) throws -> PlannedValue {
        let slot = collected.count
        collected.append(PlannedValue(.value(.null)))
        try write(ValueWriter(self, slot: slot))
        defer { collected.removeLast(collected.count - slot) }
        return collected[slot]
    }

    func writeNull(at slot: Int) throws { collected[slot] = PlannedValue(.value(.null)) }
    func write(_ value: Bool, at slot: Int) throws { collected[slot] = PlannedValue(.value(.boolean(value))) }
    func write(_ value: Int64, at slot: Int) throws { collected[slot] = PlannedValue(.value(.integer(value))) }
    func write(_ value: Double, at slot: Int) throws { collected[slot] = PlannedValue(.value(.number(value))) }
    func write(_ value: String, at slot: Int) throws { collected[slot] = PlannedValue(.value(.text(value))) }
    func write(_ value: Data, at slot: Int) throws { collected[slot] = PlannedValue(.value(.data(value))) }

    func write(object: AnyObject, at slot: Int) throws {
        // Its argument is read at once, by the thread that has the object already.
        collected[slot] = PlannedValue(.object(unsafeBitCast(object, to: (any AnyObject & Sendable).self)))
    }

    func writeList(count: Int, at slot: Int, element: (Int, ValueWriter) throws -> Void) throws {
        let elements = try (0..<count).map { index in try collect { try element(index, $0) } }
        collected[slot] = PlannedValue(.list(elements))
    }

    func writeMap(count: Int, at slot: Int, entry: (Int, ValueWriter, ValueWriter) throws -> Void) throws {
        var entries: [(key: PlannedValue, value: PlannedValue)] = []
        for index in 0..<count {
            var value = PlannedValue(.value(.null))
            let key = try collect { keyWriter in
                value = try collect { valueWriter in try entry(index, keyWriter, valueWriter) }
            }
            entries.append((key, value))
        }
        collected[slot] = PlannedValue(.map(entries.inOrder))
    }
}

extension PlannedValue {
    /// The value as plain data; throws ``ConversionError`` for one that contains objects.
    var plainValue: PlainValue {
        get throws {
            switch content {
            case .value(let value): return value
            case .list(let elements): return .list(try elements.map { try $0.plainValue })
            case .map(let entries):
                var plain: [String: PlainValue] = [:]
                for entry in entries {
                    guard case .text(let key) = try entry.key.plainValue else { throw noPlainData }
                    plain[key] = try entry.value.plainValue
                }
                return .map(plain)
            case .object(let object):
                guard let opened = try ValueCollector.opened(object) else { throw noPlainData }
                return try opened.plainValue
            default: throw noPlainData
            }
        }
    }

    private var noPlainData: ConversionError { ConversionError(.custom("is not plain data")) }
}
