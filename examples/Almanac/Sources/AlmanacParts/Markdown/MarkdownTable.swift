import CMark

/// A table with pipes, as on GitHub; the C library parses it as a paragraph.
struct MarkdownTable {
    struct Row {
        let cells: [String]
        let line: Int
    }

    let head: Row
    let rows: [Row]
    /// The class of each column: the alignment of its cells.
    let alignments: [String?]

    /// The table in a paragraph's lines; nil if there is none.
    init?(_ lines: [Substring], firstLine: Int) {
        guard lines.count >= 2, let first = lines.first, first.utf8.contains(UInt8(ascii: "|")) else { return nil }
        let head = Self.cells(of: first)
        let rules = Self.cells(of: lines[1])
        guard rules.count == head.count, rules.allSatisfy(Self.isRule) else { return nil }
        self.head = Row(cells: head, line: firstLine)
        alignments = rules.map(Self.alignment)
        rows = lines.dropFirst(2).enumerated().map { index, line in
            let cells = Self.cells(of: line).prefix(head.count)
            let missing = Array(repeating: "", count: head.count - cells.count)
            return Row(cells: cells + missing, line: firstLine + 2 + index)
        }
    }

    /// The table's HTML; `inline` renders a cell, given its line.
    func html(_ inline: (String, Int) -> String) -> String {
        func row(_ row: Row, _ tag: String) -> String {
            let cells = zip(row.cells, alignments).map { cell, alignment in
                "<\(tag)\(alignment.map { " class=\"\($0)\"" } ?? "")>\(inline(cell, row.line))</\(tag)>"
            }
            return "<tr>\(cells.joined())</tr>\n"
        }
        let body = rows.isEmpty ? "" : "<tbody>\n\(rows.map { row($0, "td") }.joined())</tbody>\n"
        return "<div class=\"table\"><table>\n<thead>\n\(row(head, "th"))</thead>\n\(body)</table></div>"
    }

    /// A pipe after a backslash is text.
    private static func cells(of line: Substring) -> [String] {
        var bytes = Array(line.utf8)[...].withoutSpaces
        if bytes.first == UInt8(ascii: "|") { bytes = bytes.dropFirst() }
        if bytes.last == UInt8(ascii: "|"), bytes.dropLast().last != UInt8(ascii: "\\") { bytes = bytes.dropLast() }
        var cells: [String] = []
        var cell: [UInt8] = []
        var isEscaped = false
        for byte in bytes {
            if byte == UInt8(ascii: "|"), !isEscaped {
                cells.append(String(decoding: cell[...].withoutSpaces, as: UTF8.self))
                cell.removeAll(keepingCapacity: true)
                continue
            }
            if byte == UInt8(ascii: "|") { cell.removeLast() }
            cell.append(byte)
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return cells + [String(decoding: cell[...].withoutSpaces, as: UTF8.self)]
    }

    private static func isRule(_ cell: String) -> Bool {
        let dashes = cell.drop { $0 == ":" }.prefix { $0 == "-" }
        return !dashes.isEmpty && cell.allSatisfy { $0 == "-" || $0 == ":" }
            && cell.dropFirst().dropLast().allSatisfy { $0 == "-" }
    }

    private static func alignment(_ rule: String) -> String? {
        switch (rule.hasPrefix(":"), rule.hasSuffix(":")) {
        case (true, true): "center"
        case (false, true): "right"
        default: nil
        }
    }
}

extension ArraySlice<UInt8> {
    /// Without leading and trailing white space.
    fileprivate var withoutSpaces: ArraySlice {
        let start = drop { $0 <= 0x20 }
        return start.prefix((start.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start.startIndex) - start.startIndex)
    }
}
