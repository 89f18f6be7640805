import LuaRuntime

/// A key that a table contains twice: Lua silently keeps the last one.
struct DuplicateKey: Sendable {
    let key: String
    let line: Int
    /// The line of the first one.
    let first: Int

    /// Every duplicate key in a source, in the order of the lines.
    static func all(in text: String) -> [DuplicateKey] {
        var text = text
        return text.withUTF8 { bytes in
            var search = Search(bytes: bytes)
            TableScan.scan(bytes) { search.visit($0) }
            return search.duplicates
        }
    }

    private struct Search {
        let bytes: UnsafeBufferPointer<UInt8>
        var duplicates: [DuplicateKey] = []
        /// The named fields of all open tables, those of the innermost last.
        private var fields: [(key: Range<Int>, line: Int)] = []
        /// Where the fields of each open table begin, and the lines of their keys once there are many.
        private var tables: [(first: Int, lines: [String: Int])] = []

        init(bytes: UnsafeBufferPointer<UInt8>) {
            self.bytes = bytes
        }

        mutating func visit(_ event: TableScan.Event) {
            switch event {
            case .open: tables.append((fields.count, [:]))
            case .close: fields.removeLast(fields.count - tables.removeLast().first)
            case .field(.named(let key), let line):
                if let first = firstLine(of: key) {
                    let name = String(decoding: bytes[key], as: UTF8.self)
                    duplicates.append(DuplicateKey(key: name, line: line, first: first))
                }
                fields.append((key, line))
            case .field(.listed, _), .field(.computed, _): break
            }
        }

        /// The line on which the innermost open table gave the key first.
        ///
        /// Most tables are small enough to look at each.
        private mutating func firstLine(of key: Range<Int>) -> Int? {
            let table = tables.count - 1
            let own = fields[tables[table].first...]
            guard own.count >= Self.many else { return own.first { isSame($0.key, key) }?.line }
            if tables[table].lines.isEmpty { for field in own { note(field.key, field.line, in: table) } }
            let last = fields[fields.count - 1]
            note(last.key, last.line, in: table)
            return tables[table].lines[String(decoding: bytes[key], as: UTF8.self)]
        }

        private mutating func note(_ key: Range<Int>, _ line: Int, in table: Int) {
            let name = String(decoding: bytes[key], as: UTF8.self)
            if tables[table].lines[name] == nil { tables[table].lines[name] = line }
        }

        /// The number of fields from which a table has an index.
        private static let many = 16

        private func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
            one.count == other.count && bytes[one].elementsEqual(bytes[other])
        }
    }
}
