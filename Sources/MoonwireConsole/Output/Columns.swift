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
                line += cell + String(repeating: " ", count: width - cell.columns + Self.gap)
            }
            return line.trimmingTrailingSpaces
        }
    }

    var text: String { lines.joined(separator: "\n") }

    private func widths(fitting limit: Int?) -> [Int] {
        let count = rows.map(\.count).max() ?? 0
        var widths = (0..<count).map { column in
            rows.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0
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
        guard columns > width else { return self }
        let end = (width - 1) / 2
        return fitting(width - 1 - end) + "…" + String(String(reversed()).fitting(end).reversed())
    }

    /// The longest beginning that a number of columns has room for.
    private func fitting(_ width: Int) -> String {
        var rest = width
        return String(
            prefix { character in
                rest -= character.columns
                return rest >= 0
            })
    }

    /// The number of columns on a terminal.
    fileprivate var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension Character {
    /// Two for the characters of East Asian scripts and for emoji.
    fileprivate var columns: Int {
        guard let scalar = unicodeScalars.first, scalar.value >= 0x1100 else { return 1 }
        return scalar.properties.isEmojiPresentation || Self.wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
    ]
}
