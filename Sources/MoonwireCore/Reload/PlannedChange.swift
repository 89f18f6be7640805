/// What ``Container/plan(for:)`` can look ahead to.
public enum PlannedChange: Sendable {
    /// Reading all scripts again.
    case reload
}
