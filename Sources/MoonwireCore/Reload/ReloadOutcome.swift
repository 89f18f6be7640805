/// How a reload ended.
public enum ReloadOutcome: Sendable {
    /// The new generation serves.
    case reloaded(ReloadPlan)
    /// The old generation goes on, as something is wrong or a hook objected.
    case refused(ContainerError)
}
