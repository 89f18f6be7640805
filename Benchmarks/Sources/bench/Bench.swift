import Foundation

/// Measures the rows whose names contain the filter; see `scripts/bench --help`.
@main struct Bench {
    /// Each group creates its rows when it is measured, because that may take a while.
    private static let groups: [@Sendable () throws -> [Row]] = [
        sharedHitRows, twoThreadRows, transientChainRows, elevenRows, besideHitRows,
        slotRows, loadRows, faultRows, reloadRows, bridgeRows,
        bridgeValueRows, rawLuaRows, plainLuaRows, siteRows, overrideRows, asynchronousRows, scopeRows,
    ]

    static func main() {
        var filter = ""
        var separatesByTabs = false
        for argument in CommandLine.arguments.dropFirst() {
            if argument == "--tsv" { separatesByTabs = true } else { filter = argument }
        }
        do {
            exit(try measure(filter, separatesByTabs: separatesByTabs) == 0 ? 0 : 1)
        } catch {
            print("bench: \(error)")
            exit(2)
        }
    }

    /// Returns the number of rows that are short of their bars.
    private static func measure(_ filter: String, separatesByTabs: Bool) throws -> Int {
        var report = Report(separatesByTabs: separatesByTabs)
        for group in groups {
            for row in try group() where filter.isEmpty || row.name.contains(filter) {
                report.add(row, try Measurement(row))
            }
        }
        return report.shortRows
    }
}
