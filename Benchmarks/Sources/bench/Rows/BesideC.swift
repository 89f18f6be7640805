/// A row compared to C under an armed hook, which has the bar if there is one, and one compared to C without.
func rowsBesideC(
    _ name: String, bar: Double?, ours: @escaping Row.Work, baseline: (_ hookInterval: Int32) throws -> Row.Work
) throws -> [Row] {
    [
        Row(name, bar: bar, ours: ours, baseline: try baseline(1000)),
        Row("  beside C without a hook", ours: ours, baseline: try baseline(0)),
    ]
}

/// The same for work on a state that has run a source.
func rowsBesideC(
    _ name: String, bar: Double?, _ text: String, ours: @escaping Row.Work,
    baseline: @escaping (RawState, _ operations: Int) throws -> Void
) throws -> [Row] {
    try rowsBesideC(name, bar: bar, ours: ours) { hookInterval in
        let state = try RawState(text, hookInterval: hookInterval)
        return { operations in try baseline(state, operations) }
    }
}
