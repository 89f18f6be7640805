import Foundation
import MoonwireValues

/// Values in memory, as a script might hold them, and the results that are written back.
final class MemorySource: ValueSource, ValueSink {
    /// A value or an object; a call's arguments are the elements of a list.
    indirect enum Content {
        case value(PlainValue)
        case object(AnyObject)
        case list([Content?])
    }

    private var contents: [Content] = []
    private var secrets: Set<Int> = []
    private(set) var results: [Int: Content] = [:]
    private(set) var log: [String] = []
    var keepsValuesWhole = false

    /// A reader of a value.
    func reader(_ value: PlainValue, secret: Bool = false) -> ValueReader {
        let position = add(.value(value))
        if secret { secrets.insert(position) }
        return ValueReader(self, position: position)
    }

    func reader(object: AnyObject) -> ValueReader { ValueReader(self, position: add(.object(object))) }

    func call(_ arguments: PlainValue?..., slot: Int = 1) -> Call {
        let position = add(.list(arguments.map { $0.map(Content.value) }))
        return Call(source: self, arguments: position, result: ValueWriter(self, slot: slot))
    }

    private func add(_ content: Content) -> Int {
        contents.append(content)
        return contents.count
    }

    private func value(at position: Int) -> PlainValue? {
        if case .value(let value) = contents[position - 1] { value } else { nil }
    }

    func kind(at position: Int) throws -> ValueKind { value(at: position)?.kind ?? .object }

    func boolean(at position: Int) throws -> Bool? {
        if case .boolean(let value) = value(at: position) { value } else { nil }
    }

    func integer(at position: Int) throws -> Int64? {
        switch value(at: position) {
        case .integer(let value): value
        case .number(let value): Int64(exactly: value)
        default: nil
        }
    }

    func number(at position: Int) throws -> Double? {
        switch value(at: position) {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    func string(at position: Int) throws -> String? {
        if case .text(let value) = value(at: position) { value } else { nil }
    }

    func data(at position: Int) throws -> Data? {
        switch value(at: position) {
        case .text(let value): Data(value.utf8)
        case .data(let value): value
        default: nil
        }
    }

    func object(at position: Int) throws -> AnyObject? {
        if case .object(let object) = contents[position - 1] { object } else { nil }
    }

    func forEachElement(at position: Int, _ body: (ValueReader) throws -> Void) throws -> Bool {
        switch value(at: position) {
        case .list(let elements): for element in elements { try body(reader(element, secret: isSecret(at: position))) }
        case .map(let entries): return entries.isEmpty
        default: return false
        }
        return true
    }

    func forEachEntry(at position: Int, _ body: (ValueReader, ValueReader) throws -> Void) throws -> Bool {
        switch value(at: position) {
        case .map(let entries):
            for (key, entry) in entries.sorted(by: { $0.key < $1.key }) { try body(reader(.text(key)), reader(entry)) }
        case .list(let elements): return elements.isEmpty
        default: return false
        }
        return true
    }

    func argument(_ index: Int, of call: Int) -> Int {
        guard case .list(let arguments) = contents[call - 1], index < arguments.count, let argument = arguments[index]
        else { return 0 }
        return add(argument)
    }

    func isSecret(at position: Int) -> Bool { secrets.contains(position) }
    func beginUserCode() { log.append("begin") }
    func endUserCode() { log.append("end") }

    func writeNull(at slot: Int) throws { results[slot] = .value(.null) }
    func write(_ value: Bool, at slot: Int) throws { results[slot] = .value(.boolean(value)) }
    func write(_ value: Int64, at slot: Int) throws { results[slot] = .value(.integer(value)) }
    func write(_ value: Double, at slot: Int) throws { results[slot] = .value(.number(value)) }
    func write(_ value: String, at slot: Int) throws { results[slot] = .value(.text(value)) }
    func write(_ value: Data, at slot: Int) throws { results[slot] = .value(.data(value)) }
    func write(object: AnyObject, at slot: Int) throws { results[slot] = .object(object) }

    func writeList(count: Int, at slot: Int, element: (Int, ValueWriter) throws -> Void) throws {
        var elements: [PlainValue] = []
        for index in 0..<count {
            try element(index, ValueWriter(self, slot: -1 - slot))
            elements.append(written(-1 - slot) ?? .null)
        }
        results[slot] = .value(.list(elements))
    }

    func writeMap(count: Int, at slot: Int, entry: (Int, ValueWriter, ValueWriter) throws -> Void) throws {
        var entries: [String: PlainValue] = [:]
        for index in 0..<count {
            try entry(index, ValueWriter(self, slot: 1000 + slot), ValueWriter(self, slot: 2000 + slot))
            if case .text(let key)? = written(1000 + slot) { entries[key] = written(2000 + slot) }
        }
        results[slot] = .value(.map(entries))
    }

    /// The plain value that was written to a slot.
    func written(_ slot: Int = 1) -> PlainValue? {
        if case .value(let value)? = results[slot] { value } else { nil }
    }

    func writtenObject(_ slot: Int = 1) -> AnyObject? {
        if case .object(let object)? = results[slot] { object } else { nil }
    }
}

/// Reads a value as a Swift type.
func read<T: Convertible>(_ value: PlainValue, as type: T.Type = T.self, secret: Bool = false) throws -> T {
    let source = MemorySource()
    return try withExtendedLifetime(source) { try T.read(from: source.reader(value, secret: secret)) }
}

/// What a Swift value is for a script.
func written(_ value: some Convertible) throws -> PlainValue? {
    let source = MemorySource()
    try value.write(to: ValueWriter(source, slot: 1))
    return source.written()
}

/// Why a value cannot be read; nil when it can.
func refusal<T: Convertible>(_ value: PlainValue, as type: T.Type, secret: Bool = false) -> String? {
    do {
        _ = try read(value, as: type, secret: secret)
        return nil
    } catch {
        return "\(error)"
    }
}
