/// The event at which a hook runs.
public enum HookEvent: String, Sendable, CaseIterable, Codable {
    /// At load, for each definition.
    case registered
    /// A service is about to be built.
    case building
    /// A service was built and configured, and is not visible yet.
    case created
    /// A value was injected into a slot.
    case injected
    /// A service was resolved, whether it was built or existed already.
    case resolved
    /// The container released an instance that it held.
    case released
    /// A build failed.
    case failed
    /// A reload is about to take effect.
    case reloading
    /// A reload took effect.
    case reloaded
    /// The value of a parameter changed.
    case parameter
    /// The value of a preference changed.
    case preference

    /// The targets of an event's hooks.
    enum Subject {
        case service
        case slot
        case parameter
        case preference
        /// The container as a whole: there is no target.
        case container
    }

    var subject: Subject {
        switch self {
        case .registered, .building, .created, .resolved, .released, .failed: .service
        case .injected: .slot
        case .parameter: .parameter
        case .preference: .preference
        case .reloading, .reloaded: .container
        }
    }

    /// Whether hooks of the event name a target.
    package var hasTarget: Bool {
        if case .container = subject { false } else { true }
    }

    /// Whether a target may be a reference to a service.
    package var isAboutServices: Bool {
        if case .service = subject { true } else { false }
    }

    /// The kind of an event's target, for messages.
    package var expectedTarget: String {
        switch subject {
        case .service: "an id, \"tag:name\", \"type:Name\", or a pattern such as \"mail*\""
        case .slot: "a slot such as \"Owner.slot\", \"type:Name\", or a pattern such as \"Owner.*\""
        case .parameter: "the name of a parameter, or a pattern such as \"smtp.*\""
        case .preference: "a preference such as \"Group.name\", or a pattern such as \"Group.*\""
        case .container: "no target"
        }
    }
}
