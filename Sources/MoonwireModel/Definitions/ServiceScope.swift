import MoonwireValues

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
    /// One instance for the container, which the first resolve after a time replaces by a new one.
    ///
    /// A service with arguments has such an instance for each value of them; `limit` is the number of values that it remembers, 1,000
    /// if it is nil. ``Registrations/registerClock(_:)`` determines the clock.
    case cached(for: Duration, limit: Int? = nil)
    /// One instance for each time that the application opens a scope with that name.
    ///
    /// Scripts declare scopes with `scopes`, and the application does so with ``Registrations/registerScope(_:within:file:line:)``.
    case named(String)

    /// Whether more than one resolve, and therefore more than one thread, may receive the same instance.
    public var isSharedBetweenThreads: Bool {
        switch self {
        case .shared, .weak, .cached, .named: true
        case .transient, .graph: false
        }
    }

    /// Whether the container holds instances until it, a scope, or their time ends.
    package var isHeld: Bool {
        switch self {
        case .shared, .cached, .named: true
        case .transient, .graph, .weak: false
        }
    }

    /// Whether the application can supply instances.
    package var canBeSupplied: Bool {
        switch self {
        case .shared, .named: true
        case .transient, .graph, .weak, .cached: false
        }
    }

    /// The times after which instances can expire.
    package static let timesToLive = Duration.nanoseconds(1)...Duration.seconds(365 * 86_400)

    /// How long an instance is used; nil if that does not depend on the time.
    package var timeToLive: Duration? { if case .cached(let duration, _) = self { duration } else { nil } }

    /// For how many values of its arguments a service can have instances.
    package static let limits = 1...1_000_000

    /// For how many values of its arguments a service has instances; nil if that is not stated.
    package var limit: Int? { if case .cached(_, let limit) = self { limit } else { nil } }

    /// Whether a service with this scope can take arguments.
    package var admitsArguments: Bool { self == .transient || timeToLive != nil }
}

extension ServiceScope: CaseIterable {
    /// The scopes that every container has, and that need no further information.
    public static let allCases: [ServiceScope] = [.shared, .transient, .graph, .weak]

    /// The name in scripts of the scope whose instances expire.
    package static let cachedName = "cached"

    /// The names in scripts of the scopes that every container has.
    package static let builtIn = allCases.map(\.rawValue) + [cachedName]
}

extension ServiceScope: RawRepresentable, Codable {
    /// Creates the scope with a name in scripts, or with the text of one whose instances expire: ``named(_:)`` for all but those that
    /// every container has.
    public init(rawValue: String) {
        if let scope = Self.allCases.first(where: { $0.rawValue == rawValue }) {
            self = scope
        } else if let scope = Self.cached(rawValue) {
            self = scope
        } else {
            self = .named(rawValue)
        }
    }

    /// The scope in a string such as `cached(60s)` or `cached(60s, 100)`.
    private static func cached(_ text: String) -> ServiceScope? {
        guard text.hasPrefix("\(cachedName)("), text.hasSuffix(")") else { return nil }
        let parts = text.dropFirst(cachedName.count + 1).dropLast().split(separator: ", ", maxSplits: 1)
        guard let first = parts.first, let duration = Duration(text: String(first)) else { return nil }
        if parts.count == 1 { return .cached(for: duration) }
        return Int(parts[1]).map { .cached(for: duration, limit: $0) }
    }

    /// The name of the scope in scripts; `cached(60s)` for one whose instances expire after 60 seconds, and `cached(60s, 100)` for one
    /// with a limit.
    public var rawValue: String {
        switch self {
        case .shared: "shared"
        case .transient: "transient"
        case .graph: "graph"
        case .weak: "weak"
        case .cached(let duration, nil): "\(Self.cachedName)(\(duration.text))"
        case .cached(let duration, let limit?): "\(Self.cachedName)(\(duration.text), \(limit))"
        case .named(let name): name
        }
    }
}

extension ServiceScope {
    /// Whether two scopes have the same name.
    public static func == (left: ServiceScope, right: ServiceScope) -> Bool {
        switch (left, right) {
        case (.cached, _), (.named, _), (_, .cached), (_, .named): left.rawValue == right.rawValue
        case (.shared, .shared), (.transient, .transient), (.graph, .graph), (.weak, .weak): true
        default: false
        }
    }

    /// Whether two scopes have different names.
    ///
    /// Without this operator, Swift would select the one of `RawRepresentable`, which composes both names.
    public static func != (left: ServiceScope, right: ServiceScope) -> Bool { !(left == right) }
}
