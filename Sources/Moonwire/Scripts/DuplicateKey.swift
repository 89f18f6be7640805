import LuaRuntime

/// A key that a table of a script gives twice: Lua keeps the last without a word.
struct DuplicateKey: Sendable {
    let key: String
    let line: Int
    /// The line that gave it first.
    let first: Int

    /// Every such key in a text, in the order of its lines.
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
        /// Where the fields of each open table begin.
        private var tables: [Int] = []

        init(bytes: UnsafeBufferPointer<UInt8>) {
            self.bytes = bytes
        }

        mutating func visit(_ event: TableScan.Event) {
            switch event {
            case .open: tables.append(fields.count)
            case .close: fields.removeLast(fields.count - tables.removeLast())
            case .field(.named(let key), let line):
                if let first = fields[tables[tables.count - 1]...].first(where: { isSame($0.key, key) }) {
                    let name = String(decoding: bytes[key], as: UTF8.self)
                    duplicates.append(DuplicateKey(key: name, line: line, first: first.line))
                }
                fields.append((key, line))
            case .field(.listed, _), .field(.computed, _): break
            }
        }

        private func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
            one.count == other.count && bytes[one].elementsEqual(bytes[other])
        }
    }
}
