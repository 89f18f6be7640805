import MoonwireValues

/// Cells under each other, as wide as the widest of their column; empty columns are left out.
struct Columns {
    private static let gap = 3
    /// Columns are not made narrower than this.
    private static let narrowest = 12

    private let rows: [[String]]

    init(_ rows: [[String]]) {
        // A cell is one line, whatever an id or a path contains.
        self.rows = rows.map { $0.map(\.inOneLine) }
    }

    /// A line for each row.
    var lines: [String] { lines(fitting: nil) }

    /// A line for each row; cells are cut in the middle if the lines would exceed the width.
    func lines(fitting width: Int?) -> [String] {
        let widths = widths(fitting: width)
        return rows.map { row in
            var line = ""
            for (cell, width) in zip(row, widths) where width > 0 {
                let cell = cell.cut(to: width)
                line += cell + String(repeating: " ", count: width - cell.count + Self.gap)
            }
            return line.trimmingTrailingSpaces
        }
    }

    var text: String { lines.joined(separator: "\n") }

    private func widths(fitting limit: Int?) -> [Int] {
        let count = rows.map(\.count).max() ?? 0
        var widths = (0..<count).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        guard let limit else { return widths }
        let gaps = Self.gap * max(0, widths.count { $0 > 0 } - 1)
        // The widest columns become narrower first.
        while widths.reduce(gaps, +) > limit, let widest = widths.max(), widest > Self.narrowest,
            let column = widths.lastIndex(of: widest)
        {
            let next = widths.filter { $0 < widest }.max() ?? 0
            let surplus = widths.reduce(gaps, +) - limit
            widths[column] = max(widest - surplus, min(next, widest - 1), Self.narrowest)
        }
        return widths
    }
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
    }

    /// The beginning and the end, so that ids with the same prefix and locations of one file differ.
    fileprivate func cut(to width: Int) -> String {
        guard count > width else { return self }
        let end = (width - 1) / 2
        return prefix(width - 1 - end) + "…" + suffix(end)
    }
}
