/// The runs of a sweep: one without a fault, then each way of failing from its first point to its last.
struct FaultCourse {
    /// A way of failing, which has a point in each run.
    struct Way {
        let kind: FaultSweep.Fault.Kind
        let lasts: Bool
    }

    static let memory = [
        Way(kind: .limit, lasts: false), Way(kind: .limit, lasts: true),
        Way(kind: .refusal, lasts: false), Way(kind: .refusal, lasts: true),
        Way(kind: .collection, lasts: false),
    ]
    static let budget = [Way(kind: .budget, lasts: false), Way(kind: .budget, lasts: true)]

    private var ways: [Way]
    private let step: Int
    /// Zero before the run without a fault.
    private var point = 0
    private(set) var report = FaultSweep.Report()

    init(_ ways: [Way], _ step: Int) {
        self.ways = ways
        self.step = max(step, 1)
    }

    /// The next run; nil after the last one.
    func next() -> FaultRun? {
        guard point > 0 else { return FaultRun(nil) }
        return ways.first.map { FaultRun(FaultSweep.Fault($0.kind, point: point, lasts: $0.lasts)) }
    }

    /// Adds the outcome of a run; nil when it ended before its fault, as all runs with a later fault do.
    mutating func note(_ outcome: FaultSweep.Report.Outcome?) {
        if let outcome {
            report.outcomes.append(outcome)
            point += step
        } else {
            if point > 0 { ways.removeFirst() }
            point = 1
        }
    }
}
