/// How long an instance lives and who shares it.
public enum ServiceScope: Sendable, Hashable {
    /// One instance for the container.
    case shared
    /// A new instance for each reference and each resolve.
    case transient
    /// One instance for each outermost resolve.
    case graph
    /// One instance, which lives as long as another object holds it.
    case weak
    /// A scope with another name.
    ///
    /// Applications cannot define scopes yet: a definition with one passes a check only if a manifest names the scope, and
    /// resolving the service throws.
    case named(String)

    /// Whether more than one resolve, and therefore more than one thread, may receive the same instance.
    public var isSharedBetweenThreads: Bool {
        switch self {
        case .shared, .weak: true
        case .transient, .graph, .named: false
        }
    }
}

extension ServiceScope: CaseIterable {
    /// The scopes that every container has.
    public static let allCases: [ServiceScope] = [.shared, .transient, .graph, .weak]
}

extension ServiceScope: RawRepresentable, Codable {
    /// Creates the scope with a name in scripts, or ``named(_:)`` if no container has such a scope.
    public init(rawValue: String) {
        self = Self.allCases.first { $0.rawValue == rawValue } ?? .named(rawValue)
    }

    /// The name of the scope in scripts.
    public var rawValue: String {
        switch self {
        case .shared: "shared"
        case .transient: "transient"
        case .graph: "graph"
        case .weak: "weak"
        case .named(let name): name
        }
    }
}
