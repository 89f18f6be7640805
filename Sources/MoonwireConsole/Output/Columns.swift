import MoonwireValues

/// Cells under each other, as wide as the widest of their column; empty columns are left out.
struct Columns {
    private let rows: [[String]]

    init(_ rows: [[String]]) {
        // A cell is one line, whatever an id or a path contains.
        self.rows = rows.map { $0.map(\.inOneLine) }
    }

    /// A line for each row.
    var lines: [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (cell, width) in zip(row, widths) where width > 0 {
                line += cell + String(repeating: " ", count: width - cell.count + 3)
            }
            return line.trimmingTrailingSpaces
        }
    }

    var text: String { lines.joined(separator: "\n") }
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
    }
}
