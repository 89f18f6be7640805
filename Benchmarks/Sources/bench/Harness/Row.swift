/// One line of the report: our implementation and a baseline.
struct Row {
    /// Does the work of a row the given number of times; its results go into a ``Sink``.
    typealias Work = (_ operations: Int) throws -> Void

    let name: String
    /// The largest allowed multiple of the baseline; nil for a row without a bar.
    let bar: Double?
    let ours: Work
    let baseline: Work
    /// Releases the results; not measured.
    let afterwards: () -> Void

    init(
        _ name: String, bar: Double? = nil, ours: @escaping Work, baseline: @escaping Work,
        afterwards: @escaping () -> Void = {}
    ) {
        self.name = name
        self.afterwards = afterwards
        self.bar = bar
        self.ours = ours
        self.baseline = baseline
    }
}
