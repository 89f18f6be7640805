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
    /// One instance for each time that the application opens a scope with that name.
    ///
    /// Scripts declare scopes with `scopes`, and the application does so with ``Registrations/registerScope(_:within:file:line:)``.
    case named(String)

    /// Whether more than one resolve, and therefore more than one thread, may receive the same instance.
    public var isSharedBetweenThreads: Bool {
        switch self {
        case .shared, .weak, .named: true
        case .transient, .graph: false
        }
    }

    /// Whether the container holds instances until it, or a scope, ends; the application can supply these.
    package var canBeSupplied: Bool {
        switch self {
        case .shared, .named: true
        case .transient, .graph, .weak: false
        }
    }
}

extension ServiceScope: CaseIterable {
    /// The scopes that every container has.
    public static let allCases: [ServiceScope] = [.shared, .transient, .graph, .weak]
}

extension ServiceScope: RawRepresentable, Codable {
    /// Creates the scope with a name in scripts: ``named(_:)`` for all but those that every container has.
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
