/// How long an instance lives and who shares it.
public enum ServiceScope: Sendable, Hashable {
    /// One for the container.
    case shared
    /// A new one for each reference and each resolve.
    case transient
    /// One for each outermost resolve.
    case graph
    /// One while somebody holds it.
    case weak
    /// A scope with another name. Applications cannot define scopes yet: a definition with one passes a check only if a manifest
    /// names the scope, and resolving the service throws.
    case named(String)

    /// Whether instances are handed to more than one resolve, and so perhaps to more than one thread.
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
    /// The scope with the name that scripts use; ``named(_:)`` when no container has it.
    public init(rawValue: String) {
        self = Self.allCases.first { $0.rawValue == rawValue } ?? .named(rawValue)
    }

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
