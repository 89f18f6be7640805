/// When hooks run.
public enum HookEvent: String, Sendable, CaseIterable, Codable {
    /// At load, for each definition.
    case registered
    /// A service was built and configured, and nobody has seen it yet.
    case created
    /// A slot was filled.
    case injected
    /// Somebody gets a service, whether it was built for that or was there already.
    case resolved
    /// The container lets go of an instance that it held.
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

    /// What hooks of an event can be about.
    enum Subject {
        case service
        case slot
        case parameter
        case preference
        /// The container as a whole: no target chooses anything.
        case container
    }

    var subject: Subject {
        switch self {
        case .registered, .created, .resolved, .released, .failed: .service
        case .injected: .slot
        case .parameter: .parameter
        case .preference: .preference
        case .reloading, .reloaded: .container
        }
    }

    /// Whether hooks of the event name what they are about.
    package var hasTarget: Bool {
        if case .container = subject { false } else { true }
    }

    /// Whether a target may name a service by a reference to it.
    package var isAboutServices: Bool {
        if case .service = subject { true } else { false }
    }

    /// What a target of the event is, as messages say it.
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
