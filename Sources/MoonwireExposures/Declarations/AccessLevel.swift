/// From where a declaration can be used.
enum AccessLevel: Int, Sendable, Comparable {
    /// From its file or its type alone.
    case hidden
    case `internal`
    case package
    case `public`

    init(_ name: String) {
        switch name {
        case "public", "open": self = .public
        case "package": self = .package
        case "internal": self = .internal
        default: self = .hidden
        }
    }

    /// The modifier with a space after it; empty for the default.
    var modifier: String {
        switch self {
        case .public: "public "
        case .package: "package "
        case .internal, .hidden: ""
        }
    }

    static func < (one: AccessLevel, other: AccessLevel) -> Bool { one.rawValue < other.rawValue }
}
