import Foundation

/// Prints rows as they are measured, and counts those that miss their bars.
struct Report {
    private let separatesByTabs: Bool
    private(set) var shortRows = 0

    init(separatesByTabs: Bool) {
        self.separatesByTabs = separatesByTabs
        printLine(["name", "ours", "baseline", "ratio", "bar", ""])
    }

    mutating func add(_ row: Row, _ measurement: Measurement) {
        let isShort = row.bar.map { measurement.ratio > $0 } ?? false
        if isShort { shortRows += 1 }
        printLine([
            row.name, Self.text(measurement.ours), Self.text(measurement.baseline),
            String(format: "%.2f", measurement.ratio), row.bar.map { String(format: "%.2f", $0) } ?? "",
            row.bar == nil ? "-" : isShort ? "SHORT" : "ok",
        ])
    }

    private func printLine(_ columns: [String]) {
        print(separatesByTabs ? columns.joined(separator: "\t") : Self.aligned(columns))
        fflush(nil)
    }

    private static func aligned(_ columns: [String]) -> String {
        zip(columns, [-46, 12, 12, 8, 8, 7]).map { column, width in
            let padding = String(repeating: " ", count: max(0, abs(width) - column.count))
            return width < 0 ? column + padding : padding + column
        }.joined(separator: " ")
    }

    /// Uses the unit with the fewest zeros.
    private static func text(_ duration: Duration) -> String {
        let seconds = duration.inSeconds
        return seconds < 1e-5 ? String(format: "%.1f ns", seconds * 1e9) : String(format: "%.3f ms", seconds * 1e3)
    }
}
