import MoonwireCore
import MoonwireValues

/// The text of a script, which knows on which line each field of its tables stands.
final class SourceText: FieldLocator {
    let name: String
    let text: String
    private let tables = Lock<[Table]?>(nil)
    private let duplicates: HeadStart<[DuplicateKey]>

    /// A table constructor, its fields in the order in which they were written.
    private struct Table {
        let line: Int
        let subject: String?
        var fields: [Field] = []
    }

    private struct Field {
        let key: String
        let line: Int
        /// The first table that opens inside the field.
        var table: Int?
    }

    init(name: String, text: String) {
        self.name = name
        self.text = text
        duplicates = HeadStart { DuplicateKey.all(in: text) }
        if text.utf8.count >= Self.long { duplicates.begin() }
    }

    /// Keys that one table gives twice.
    var duplicateKeys: [DuplicateKey] { duplicates.result }

    /// A text with so many bytes is searched while the interpreter runs it; a shorter one is not worth a thread.
    private static let long = 1 << 16

    func line(of path: [String], in subject: String, at line: Int) -> Int? {
        let tables = tables.withLock { known in
            let tables = known ?? Self.tables(of: text)
            known = tables
            return tables
        }
        return path.isEmpty ? nil : Self.line(of: path, in: tables, Self.table(for: subject, at: line, tables))
    }

    /// The table that a call for the subject opens at the line, or shortly after when the call is broken into lines.
    private static func table(for subject: String, at line: Int, _ tables: [Table]) -> Int? {
        let near = tables[first(from: line, tables)...].prefix { $0.line <= line + broken }
        return near.firstIndex { $0.subject == subject }
            ?? near.first.flatMap { $0.line == line ? near.startIndex : nil }
    }

    /// The place of the first table that opens at the line or behind it: tables lie in the order of their lines.
    private static func first(from line: Int, _ tables: [Table]) -> Int {
        var (low, high) = (0, tables.count)
        while low < high {
            let middle = (low + high) / 2
            if tables[middle].line < line { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Over so many more lines a call may be broken before its table opens.
    private static let broken = 3

    /// The line of the last step that can be found.
    private static func line(of path: [String], in tables: [Table], _ start: Int?) -> Int? {
        var table = start
        var found: Int?
        for step in path {
            guard let place = table, let field = tables[place].fields.last(where: { $0.key == step }) else {
                return found
            }
            found = field.line
            table = field.table
        }
        return found
    }

    private static func tables(of text: String) -> [Table] {
        var tables: [Table] = []
        var open: [Int] = []
        var text = text
        text.withUTF8 { bytes in
            TableScan.scan(bytes) { event in
                switch event {
                case .open(let line, let subject):
                    if let outer = open.last, let field = tables[outer].fields.indices.last,
                        tables[outer].fields[field].table == nil
                    {
                        tables[outer].fields[field].table = tables.count
                    }
                    open.append(tables.count)
                    tables.append(
                        Table(line: line, subject: subject.map { String(decoding: bytes[$0], as: UTF8.self) }))
                case .field(let key, let line):
                    guard let table = open.last else { return }
                    tables[table].fields.append(Field(key: Self.name(of: key, bytes), line: line))
                case .close: open.removeLast()
                }
            }
        }
        return tables
    }

    private static func name(of key: TableScan.Key, _ bytes: UnsafeBufferPointer<UInt8>) -> String {
        switch key {
        case .named(let range): String(decoding: bytes[range], as: UTF8.self)
        case .listed(let place): "\(place)"
        }
    }
}
