/// The lines of all fields of a table and of its nested tables, found in one scan of the source.
package struct FieldTree: Sendable {
    private struct Field: Sendable {
        let line: Int
        /// The fields of the table in the field: their indices in `fields`, by key.
        var parts: [String: Int] = [:]
    }

    /// The first field is the table itself.
    private var fields: [Field]

    /// Finds the lines of the fields.
    ///
    /// `name = call { … }` has the fields of that table.
    ///
    /// - Parameters:
    ///   - text: The source.
    ///   - start: Where the table begins.
    package init(_ text: String, table start: SourcePosition) {
        var text = text
        fields = text.withUTF8 { bytes in
            var reading = Reading(bytes: bytes, fields: [Field(line: start.line)])
            TableScan.scan(bytes, table: start) { reading.visit($0) }
            return reading.fields
        }
    }

    /// The line of the last step of a path that is written in the table; nil if the first one is not.
    package func line(of path: [String]) -> Int? {
        var current = 0
        for step in path {
            guard let part = fields[current].parts[step] else { break }
            current = part
        }
        return current == 0 ? nil : fields[current].line
    }

    private struct Reading {
        /// An open table.
        private struct Table {
            /// The field that contains it; nil if the field has a computed key.
            let owner: Int?
            /// The current field, until a table is found in it.
            var field: Int?
        }

        let bytes: UnsafeBufferPointer<UInt8>
        var fields: [Field]
        private var open: [Table] = []

        init(bytes: UnsafeBufferPointer<UInt8>, fields: [Field]) {
            self.bytes = bytes
            self.fields = fields
        }

        mutating func visit(_ event: TableScan.Event) {
            switch event {
            case .open:
                let owner = open.isEmpty ? 0 : open[open.count - 1].field
                if !open.isEmpty { open[open.count - 1].field = nil }
                open.append(Table(owner: owner))
            case .field(let key, let line):
                guard let owner = open.last?.owner else { return }
                let name: String? =
                    switch key {
                    case .named(let range): String(decoding: bytes[range], as: UTF8.self)
                    case .listed(let index): "\(index)"
                    case .computed: nil
                    }
                open[open.count - 1].field = name.map { name in
                    fields.append(Field(line: line))
                    // If a table contains a key twice, the last one counts.
                    fields[owner].parts[name] = fields.count - 1
                    return fields.count - 1
                }
            case .close: open.removeLast()
            }
        }
    }
}
