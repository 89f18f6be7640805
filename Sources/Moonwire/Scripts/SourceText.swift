import LuaRuntime
import MoonwireCore
import MoonwireValues

/// The text of a script, which knows on which line each field of its tables stands.
final class SourceText: FieldLocator {
    let name: String
    let text: String
    private let tables = Lock<[Table]?>(nil)
    private let duplicates: HeadStart<[DuplicateKey]>

    /// A table constructor, and what stands right before it.
    private struct Table {
        let place: SourcePlace
        let subject: String?
        /// Whether the subject may stand in the parentheses of a call before it.
        let followsCall: Bool
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
        guard !path.isEmpty, let table = Self.table(for: subject, at: line, tables) else { return nil }
        return FieldSearch.line(of: path, in: text, table: table.place, entersCalls: true)
    }

    /// The table that a call for the subject opens at the line, or shortly after when the call is broken into lines.
    ///
    /// `decorate(ref.id) {` does not name its subject right before the table: such a table comes before those further down that do.
    private static func table(for subject: String, at line: Int, _ tables: [Table]) -> Table? {
        let near = tables[first(from: line, tables)...].prefix { $0.place.line <= line + broken }
        let own = near.prefix { $0.place.line == line }
        return own.first { $0.subject == subject } ?? own.first(where: \.followsCall)
            ?? near.first { $0.subject == subject } ?? own.first ?? near.first(where: \.followsCall)
    }

    /// The place of the first table that opens at the line or behind it: tables lie in the order of their lines.
    private static func first(from line: Int, _ tables: [Table]) -> Int {
        var (low, high) = (0, tables.count)
        while low < high {
            let middle = (low + high) / 2
            if tables[middle].place.line < line { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Over so many more lines a call may be broken before its table opens.
    private static let broken = 3

    private static func tables(of text: String) -> [Table] {
        var tables: [Table] = []
        var text = text
        text.withUTF8 { bytes in
            TableScan.scan(bytes) { event in
                guard case .open(let opening) = event else { return }
                let subject = opening.subject.map { String(decoding: bytes[$0], as: UTF8.self) }
                tables.append(Table(place: opening.place, subject: subject, followsCall: opening.followsCall))
            }
        }
        return tables
    }
}
