/// One line of the report: our way beside a baseline.
struct Row {
    /// Does the work of a row so many times; whatever it makes goes into a ``Sink``.
    typealias Work = (_ operations: Int) throws -> Void

    let name: String
    /// What ours may cost at most, as a multiple of the baseline; nil for a row that only informs.
    let bar: Double?
    let ours: Work
    let baseline: Work
    /// Lets go of what the work left; not counted.
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
