import MoonwireValues

/// The constants of a direct build, each in its storage; the storage of services is empty.
final class DirectConstants: @unchecked Sendable {  // Written only by its initializer.
    let start: UnsafeMutableRawPointer
    private let strings: [Int]

    /// The values are stored as the types of the arguments, which they fit; nil for services.
    init(_ values: [PlainValue?], as types: [ObjectIdentifier]) {
        start = .allocate(byteCount: max(1, values.count) * DirectCall.stride, alignment: DirectCall.stride)
        for (index, value) in values.enumerated() {
            value?.store(at: start + index * DirectCall.stride, as: types[index])
        }
        strings = values.indices.filter { if case .text? = values[$0] { true } else { false } }
    }

    deinit {
        for index in strings {
            (start + index * DirectCall.stride).assumingMemoryBound(to: String.self).deinitialize(count: 1)
        }
        start.deallocate()
    }
}

extension PlainValue {
    /// Whether values of that type may be constants.
    static func isStored(_ type: ObjectIdentifier) -> Bool {
        type == ObjectIdentifier(Int.self) || type == ObjectIdentifier(String.self)
            || type == ObjectIdentifier(Bool.self) || type == ObjectIdentifier(Double.self)
    }

    /// Whether it can always be read as a value of that type, so that a conversion never fails.
    func isStored(as type: ObjectIdentifier) -> Bool {
        switch self {
        case .boolean: type == ObjectIdentifier(Bool.self)
        case .integer(let value):
            type == ObjectIdentifier(Double.self) || type == ObjectIdentifier(Int.self) && Int(exactly: value) != nil
        case .number: type == ObjectIdentifier(Double.self)
        case .text: type == ObjectIdentifier(String.self)
        case .null, .data, .list, .map, .table: false
        }
    }

    fileprivate func store(at memory: UnsafeMutableRawPointer, as type: ObjectIdentifier) {
        switch self {
        case .boolean(let value): memory.initializeMemory(as: Bool.self, to: value)
        case .integer(let value) where type == ObjectIdentifier(Double.self):
            memory.initializeMemory(as: Double.self, to: Double(value))
        case .integer(let value): memory.initializeMemory(as: Int.self, to: Int(value))
        case .number(let value): memory.initializeMemory(as: Double.self, to: value)
        case .text(let value): memory.initializeMemory(as: String.self, to: value)
        case .null, .data, .list, .map, .table: break
        }
    }
}
