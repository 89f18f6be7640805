/// Finds the line of a field in the source of a table, by its path.
package struct FieldSearch {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let path: [String]
    private let entersCalls: Bool
    /// The number of open tables, and how many of them, except the outermost, are steps of the path.
    private var depth = 0
    private var entered = 0
    /// Whether the current field is the next step.
    private var isAtStep = false
    private var found: Int?

    /// The line of the last step that is written in the table; nil if the first one is not.
    ///
    /// - Parameters:
    ///   - path: The keys of the field and of the tables that contain it.
    ///   - text: The source.
    ///   - start: Where the table begins.
    ///   - entersCalls: Whether `name = call { … }` has the fields of that table.
    /// - Returns: The line.
    package static func line(
        of path: [String], in text: String, table start: SourcePosition, entersCalls: Bool = false
    ) -> Int? {
        var text = text
        return text.withUTF8 { line(of: path, in: $0, table: start, entersCalls: entersCalls) }
    }

    static func line(
        of path: [String], in bytes: UnsafeBufferPointer<UInt8>, table start: SourcePosition, entersCalls: Bool = false
    ) -> Int? {
        var search = FieldSearch(bytes: bytes, path: path, entersCalls: entersCalls)
        TableScan.scan(bytes, table: start) { search.visit($0) }
        return search.found
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, path: [String], entersCalls: Bool) {
        self.bytes = bytes
        self.path = path
        self.entersCalls = entersCalls
    }

    private mutating func visit(_ event: TableScan.Event) {
        switch event {
        case .open(let opening):
            if isAtStep, isInnermost, opening.isValue || entersCalls {
                entered += 1
                isAtStep = false
            }
            depth += 1
        case .field(let key, let line):
            guard isInnermost else { return }
            isAtStep = entered < path.count && isWritten(path[entered], as: key)
            // If a table contains a key twice, the last one counts.
            if isAtStep { found = line }
        case .close:
            depth -= 1
            guard entered > 0, depth == entered else { return }
            entered -= 1
            isAtStep = false
        }
    }

    /// Whether the innermost open table is the current step of the path.
    private var isInnermost: Bool { depth == entered + 1 }

    private func isWritten(_ step: String, as key: TableScan.Key) -> Bool {
        switch key {
        case .named(let range): bytes[range].elementsEqual(step.utf8)
        case .listed(let index): step == "\(index)"
        case .computed: false
        }
    }
}
