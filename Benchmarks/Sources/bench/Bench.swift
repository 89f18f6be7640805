import Foundation

/// Measures the rows whose names contain the filter; see `scripts/bench --help`.
@main struct Bench {
    /// Each group creates its rows when it is measured, because that may take a while.
    private static let groups: [(name: String, rows: @Sendable () throws -> [Row])] = [
        ("hits", sharedHitRows), ("threads", twoThreadRows), ("parallel", parallelRows), ("chains", transientChainRows),
        ("eleven", elevenRows),
        ("locks", besideHitRows), ("slots", slotRows), ("loading", loadRows),
        ("real-graphs", realGraphRows), ("faults", faultRows),
        ("reloading", reloadRows), ("bridge", bridgeRows), ("values", bridgeValueRows), ("lua", rawLuaRows),
        ("plain-lua", plainLuaRows), ("sites", siteRows), ("overrides", overrideRows),
        ("asynchronous", asynchronousRows), ("scopes", scopeRows), ("starting", startingRows),
        ("objects", objectRows), ("many-slots", manySlotsRows),
    ]

    static func main() {
        var arguments = CommandLine.arguments.dropFirst()
        var filter = ""
        var group: String?
        var separatesByTabs = false
        while let argument = arguments.popFirst() {
            switch argument {
            case "--tsv": separatesByTabs = true
            case "--group": group = arguments.popFirst() ?? ""
            default: filter = argument
            }
        }
        do {
            exit(try measure(group, filter, separatesByTabs: separatesByTabs) == 0 ? 0 : 1)
        } catch {
            print("bench: \(error)")
            exit(2)
        }
    }

    /// Returns the number of rows that are short of their bars.
    private static func measure(_ group: String?, _ filter: String, separatesByTabs: Bool) throws -> Int {
        let names = groups.map(\.name)
        if let group, !names.contains(group) { throw UnknownGroup(name: group, known: names) }
        var report = Report(separatesByTabs: separatesByTabs)
        for each in groups where group == nil || each.name == group {
            for row in try each.rows() where filter.isEmpty || row.name.contains(filter) {
                report.add(row, try Measurement(row))
            }
        }
        return report.shortRows
    }
}

private struct UnknownGroup: Error, CustomStringConvertible {
    let name: String
    let known: [String]

    var description: String { "no group has the name \"\(name)\"; the groups are \(known.joined(separator: ", "))" }
}
