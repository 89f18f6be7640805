import Moonwire

/// What a service was given: by the container or by the interpreter.
class Record: Exposed, @unchecked Sendable {  // Changed only while its service is built.
    indirect enum Value {
        case none
        case plain(String)
        case list([Value])
        case map([String: Value])
        case record(Record)
    }

    /// The name of what was given, and its value.
    var entries: [(name: String, value: Value)]

    init(_ entries: [(name: String, value: Value)]) { self.entries = entries }

    class var exposure: Exposure { ofRecord }

    private static let ofRecord = Exposure(Record.self) {
        Initializer(
            ExposedArgument("a", default: nil), ExposedArgument("b", default: nil), ExposedArgument("c", default: nil)
        ) { (a: Any?, b: Any?, c: Any?) in
            Record([("a", Value(a)), ("b", Value(b)), ("c", Value(c))])
        }
        Property(
            "note", get: { (_: Record) -> Any? in nil },
            set: { (record: Record, value: Any?) in record.entries.append(("note", Value(value))) })
        Property(
            "back", get: { (_: Record) -> Any? in nil },
            set: { (record: Record, value: Any?) in record.entries.append(("back", Value(value))) })
        Method("take", "value") { (record: Record, value: Any?) in record.entries.append(("take", Value(value))) }
    }
}

/// A record whose arguments have types, by which they can be wired.
final class Album: Record, @unchecked Sendable {  // As its superclass.
    override class var exposure: Exposure { ofAlbum }

    private static let ofAlbum = Exposure(Album.self) {
        Initializer(ExposedArgument("memo"), ExposedArgument("port", default: 80), ExposedArgument("a", default: nil)) {
            (memo: Memo, port: Int, a: Any?) in
            Album([("memo", Value(memo)), ("port", .plain("\(port)")), ("a", Value(a))])
        }
        Initializer(ExposedArgument("port", default: 80), ExposedArgument("a", default: nil)) {
            (port: Int, a: Any?) in Album([("port", .plain("\(port)")), ("a", Value(a))])
        }
    }
}

/// A record around another one.
final class Frame: Record, @unchecked Sendable {  // As its superclass.
    override class var exposure: Exposure { ofFrame }

    private static let ofFrame = Exposure(Frame.self) {
        Initializer(
            ExposedArgument("around"), ExposedArgument("memo", default: nil), ExposedArgument("port", default: 80)
        ) { (around: Record, memo: Memo?, port: Int) in
            Frame([("around", .record(around)), ("memo", Value(memo)), ("port", .plain("\(port)"))])
        }
    }
}

/// What values refer to by its type.
final class Memo: Exposed, Sendable {
    let name: String

    init(name: String) { self.name = name }

    static let exposure = Exposure(Memo.self) { Initializer("name", body: Memo.init) }
}

extension Record.Value {
    /// A value as it arrives for `Any?`.
    fileprivate init(_ value: Any?) {
        switch value {
        case nil: self = .none
        case let record as Record: self = .record(record)
        case let memo as Memo: self = .plain("memo \(memo.name)")
        case let list as [Any]: self = .list(list.map { Self($0) })
        case let map as [String: Any]: self = map.isEmpty ? .list([]) : .map(map.mapValues { Self($0) })
        case let text as String: self = .plain("\"\(text)\"")
        case let other?: self = .plain("\(other)")
        }
    }
}

/// Writes records as text, in which the same object has the same number.
struct RecordWriter {
    /// Otherwise, each is written wherever it is found.
    private let hasNumbers: Bool
    private var numbers: [ObjectIdentifier: Int] = [:]
    /// An identity is one as long as its object lives.
    private var known: [Record] = []
    /// The records around the one that is being written.
    private var outer: [Record] = []
    /// How many more records are written: without numbers, there is one for each path.
    private var left = 0

    init(hasNumbers: Bool = true) { self.hasNumbers = hasNumbers }

    mutating func text(_ record: Record) -> String {
        left = 5_000
        return nested(record)
    }

    private mutating func nested(_ record: Record) -> String {
        var number = ""
        if hasNumbers {
            if let known = numbers[ObjectIdentifier(record)] { return "#\(known)" }
            number = "#\(numbers.count)"
            numbers[ObjectIdentifier(record)] = numbers.count
            known.append(record)
        }
        if let index = outer.lastIndex(where: { $0 === record }) { return "^\(outer.count - index)" }
        left -= 1
        guard left > 0 else { return "…" }
        outer.append(record)
        defer { outer.removeLast() }
        var entries: [String] = []
        for (name, value) in record.entries { entries.append("\(name): \(text(value))") }
        return "\(number)(\(entries.joined(separator: ", ")))"
    }

    private mutating func text(_ value: Record.Value) -> String {
        switch value {
        case .none: return "nil"
        case .plain(let text): return text
        case .record(let record): return nested(record)
        case .list(let elements):
            var texts: [String] = []
            for element in elements { texts.append(text(element)) }
            return "[\(texts.joined(separator: ", "))]"
        case .map(let entries):
            var texts: [String] = []
            for (key, value) in entries.sorted(by: { $0.key < $1.key }) { texts.append("\(key): \(text(value))") }
            return "[\(texts.joined(separator: ", "))]"
        }
    }
}
