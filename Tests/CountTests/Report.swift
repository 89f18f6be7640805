import Counting
import Testing

/// The counts of operations, one per line.
struct Report {
    private var lines: [String] = []

    var text: String { lines.joined(separator: "\n") }

    /// Adds what one operation allocates and retains, after those that fill caches; counts it several times.
    ///
    /// `prepare` runs before each, and is not counted. The counts are rounded to `unit` for an operation that uses hash tables,
    /// whose seeds differ between processes.
    mutating func count(
        _ name: String, to unit: Int64 = 1, before prepare: () throws -> Void = {}, _ operation: () throws -> Void
    ) throws {
        for _ in 0..<20 {
            try prepare()
            try operation()
        }
        var counts: [Counts] = []
        for _ in 0..<5 {
            try prepare()
            counts.append(try Self.counted(operation).rounded(to: unit))
        }
        let first = counts[0]
        for other in counts.dropFirst() where other != first {
            Issue.record("\(name): the counts differ between calls: \(counts)")
            break
        }
        lines.append("\(name): \(first.allocations) allocated, \(first.retains) retained")
    }

    private struct Counts: Equatable {
        let allocations, retains: Int64

        func rounded(to unit: Int64) -> Counts {
            Counts(
                allocations: (allocations + unit / 2) / unit * unit, retains: (retains + unit / 2) / unit * unit)
        }
    }

    private static func counted(_ operation: () throws -> Void) throws -> Counts {
        counting_begin()
        let outcome = Result { try operation() }
        let counted = counting_end()
        try outcome.get()
        return Counts(allocations: counted.allocations, retains: counted.retains)
    }
}
