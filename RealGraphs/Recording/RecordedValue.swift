import Moonwire

/// A value that a recorder receives.
indirect enum RecordedValue: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case list([RecordedValue])
    case map([String: RecordedValue])
    case object(Recorder)
    case lazy(LazyService<Recorder>)
    /// The value of an argument that a call leaves out.
    case missing
}

extension RecordedValue: Convertible {
    static func read(from reader: ValueReader) throws -> RecordedValue {
        switch try reader.kind {
        case .null: return .null
        case .boolean: return .boolean(try reader.boolean())
        case .integer: return .integer(try reader.integer())
        case .number: return .number(try reader.number())
        case .text: return .string(try reader.string())
        case .list:
            var elements: [RecordedValue] = []
            try reader.forEachElement { elements.append(try RecordedValue.read(from: $0)) }
            return .list(elements)
        case .map:
            var entries: [String: RecordedValue] = [:]
            try reader.forEachEntry { entries[try $0.string()] = try RecordedValue.read(from: $1) }
            // An empty table of a script is an empty map.
            return entries.isEmpty ? .list([]) : .map(entries)
        case .object:
            guard let recorder = try reader.object() as? Recorder else { throw reader.mismatch(type: Recorder.self) }
            return .object(recorder)
        case .handle: return .lazy(try LazyService<Recorder>.read(from: reader))
        case .function: throw reader.mismatch(.object)
        }
    }

    func write(to writer: ValueWriter) throws { throw GraphError("a recorded value is not passed to scripts") }

    static var shape: ValueShape { .anything }
}
