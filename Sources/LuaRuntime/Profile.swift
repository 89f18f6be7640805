/// Which functions scripts find.
public enum Profile: Sendable, Hashable {
    /// What a configuration needs: no access to the system, the same result in every run.
    case configuration
}
