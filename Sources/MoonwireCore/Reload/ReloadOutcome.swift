/// The outcome of a reload.
public enum ReloadOutcome: Sendable {
    /// The new generation is in use.
    case reloaded(ReloadPlan)
    /// The old generation stays in use, because of a fault or because a hook vetoed the reload.
    case refused(ContainerError)
}
