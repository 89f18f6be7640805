import LuaRuntime

/// The tables in the text of a script, found by the name before them, and the lines of their fields.
///
/// Each text is scanned once, and each table whose fields are needed once more, however many lines are needed.
struct SourceTables: Sendable {
    /// A table constructor, and the name right before it.
    private struct Table: Sendable {
        let start: SourcePosition
        let subject: String?
        /// Whether the subject may be in the parentheses of a call before it.
        let followsCall: Bool
    }

    private let text: String
    /// In the order of the text.
    private let tables: [Table]
    /// By the name before them, as indices of `tables`.
    private var bySubject: [String: [Int]] = [:]
    private var afterCalls: [Int] = []
    private var fields: [Int: FieldTree] = [:]

    init(_ text: String) {
        self.text = text
        tables = Self.tables(of: text)
        for (index, table) in tables.enumerated() {
            if let subject = table.subject { bySubject[subject, default: []].append(index) }
            if table.followsCall { afterCalls.append(index) }
        }
    }

    mutating func line(of path: [String], in subject: String, at line: Int) -> Int? {
        guard !path.isEmpty, let table = table(for: subject, at: line) else { return nil }
        let known = fields[table] ?? FieldTree(text, table: tables[table].start)
        fields[table] = known
        return known.line(of: path)
    }

    /// The table that a call for the subject opens on the line, or shortly after when the call is broken into lines.
    ///
    /// `decorate(ref.id) {` does not name its subject right before the table: such a table comes before those further down
    /// that do.
    private func table(for subject: String, at line: Int) -> Int? {
        let named = first(of: bySubject[subject] ?? [], from: line)
        if let named, isNear(named, line, within: 0) { return named }
        let called = first(of: afterCalls, from: line)
        if let called, isNear(called, line, within: 0) { return called }
        if let named, isNear(named, line, within: Self.broken) { return named }
        let any = first(of: tables.indices, from: line)
        if let any, isNear(any, line, within: 0) { return any }
        if let called, isNear(called, line, within: Self.broken) { return called }
        return nil
    }

    /// The largest number of lines between a call and the beginning of its table.
    private static let broken = 3

    private func isNear(_ table: Int, _ line: Int, within lines: Int) -> Bool {
        tables[table].start.line <= line + lines
    }

    /// The first of some tables that opens at the line or behind it.
    private func first(of indices: some RandomAccessCollection<Int>, from line: Int) -> Int? {
        var rest = indices[...]
        while !rest.isEmpty {
            let middle = rest.index(rest.startIndex, offsetBy: rest.count / 2)
            if tables[rest[middle]].start.line < line {
                rest = rest[rest.index(after: middle)...]
            } else {
                rest = rest[..<middle]
            }
        }
        return rest.startIndex == indices.endIndex ? nil : indices[rest.startIndex]
    }

    private static func tables(of text: String) -> [Table] {
        var tables: [Table] = []
        var text = text
        text.withUTF8 { bytes in
            TableScan.scan(bytes) { event in
                guard case .open(let opening) = event else { return }
                let subject = opening.subject.map { String(decoding: bytes[$0], as: UTF8.self) }
                tables.append(Table(start: opening.position, subject: subject, followsCall: opening.followsCall))
            }
        }
        return tables
    }
}
