/// How long an instance lives and who shares it.
public enum Scope: Sendable, Hashable {
    /// One for the container.
    case shared
    /// A new one for each reference and each resolve.
    case transient
    /// One for each outermost resolve.
    case graph
    /// One for as long as somebody holds it.
    case weak
    /// As the application decides, which registered the scope under that name.
    case named(String)

    /// Whether instances are handed to more than one resolve, and so perhaps to more than one thread.
    public var isSharedBetweenThreads: Bool {
        switch self {
        case .shared, .weak: true
        case .transient, .graph, .named: false
        }
    }
}

extension Scope: CaseIterable {
    /// The scopes that every container has.
    public static let allCases: [Scope] = [.shared, .transient, .graph, .weak]
}

extension Scope: RawRepresentable, Codable {
    /// The scope with the name that scripts use; one of the application's own when no container has it by itself.
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
