/// The result of measuring a row.
struct Measurement {
    /// Medians of the rounds, per operation.
    let ours: Duration
    let baseline: Duration
    /// The median of the rounds' own ratios: a slow moment of the machine affects both sides of a round.
    let ratio: Double

    private static let rounds = 15
    private static let roundTime = Duration.milliseconds(10)

    init(_ row: Row) throws {
        let oursCount = try Self.operations(of: row.ours, row)
        let baselineCount = try Self.operations(of: row.baseline, row)
        var ours: [Double] = []
        var baseline: [Double] = []
        for round in 0..<Self.rounds {
            // Alternates, so that neither side always runs after the other.
            if round.isMultiple(of: 2) {
                ours.append(try Self.time(row.ours, oursCount, row))
                baseline.append(try Self.time(row.baseline, baselineCount, row))
            } else {
                baseline.append(try Self.time(row.baseline, baselineCount, row))
                ours.append(try Self.time(row.ours, oursCount, row))
            }
        }
        self.ours = .seconds(median(ours))
        self.baseline = .seconds(median(baseline))
        ratio = median(zip(ours, baseline).map { $0 / $1 })
    }

    /// The number of operations in a round; determining it also warms up.
    private static func operations(of work: Row.Work, _ row: Row) throws -> Int {
        var count = 1
        while true {
            let spent = try time(work, count, row) * Double(count)
            if spent >= roundTime.inSeconds / 2 {
                return max(1, Int(Double(count) * roundTime.inSeconds / spent))
            }
            count *= 2
        }
    }

    /// Seconds per operation.
    private static func time(_ work: Row.Work, _ operations: Int, _ row: Row) throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        try work(operations)
        let spent = clock.now - start
        row.afterwards()
        return spent.inSeconds / Double(operations)
    }
}

private func median(_ numbers: [Double]) -> Double {
    let sorted = numbers.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}

extension Duration {
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
