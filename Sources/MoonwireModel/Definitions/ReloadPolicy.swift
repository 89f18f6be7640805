/// What a reload does with an instance that the container holds.
public enum ReloadPolicy: Sendable, Hashable {
    /// Keeps it if nothing that it was built from has changed, and stops it otherwise.
    case auto
    /// Always keeps it, as long as its id, scope, and type stay the same.
    case keep
    /// Always replaces it.
    case rebuild
    /// Replaces it if something has changed, and stops the former instance when nobody else holds it, at the latest after the limit.
    case drain(limit: Duration = .seconds(60))
    /// Keeps it if only its setters and calls have changed, or what they use, and runs them again; replaces it otherwise.
    case reapply
    /// Keeps it if nothing that it was built from has changed; otherwise the reload is refused.
    case pinned
}

extension ReloadPolicy {
    /// The names of the policies in scripts.
    package static let names = ["auto", "keep", "rebuild", "drain", "reapply", "pinned"]

    /// The policy with a name, with the usual limit; nil if there is none.
    package init?(named name: String) {
        switch name {
        case "auto": self = .auto
        case "keep": self = .keep
        case "rebuild": self = .rebuild
        case "drain": self = .drain()
        case "reapply": self = .reapply
        case "pinned": self = .pinned
        default: return nil
        }
    }

    /// The name in scripts.
    package var name: String {
        switch self {
        case .auto: "auto"
        case .keep: "keep"
        case .rebuild: "rebuild"
        case .drain: "drain"
        case .reapply: "reapply"
        case .pinned: "pinned"
        }
    }

    /// How long a replaced instance may wait until nobody holds it; nil if it does not wait.
    package var drainLimit: Duration? { if case .drain(let limit) = self { limit } else { nil } }
}

extension Definition {
    /// How long a former instance may wait until nobody holds it; nil if it does not wait.
    ///
    /// One that has expired may be in use as long as any other.
    package var drainLimit: Duration? {
        if let limit = reload.drainLimit { return limit }
        return scope.timeToLive == nil ? nil : ReloadPolicy.drain().drainLimit
    }
}
