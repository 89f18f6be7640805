/// How long an instance lives and who shares it.
public enum Scope: String, Sendable, Hashable, Codable, CaseIterable {
    /// One for the container.
    case shared
    /// A new one for each reference and each resolve.
    case transient
    /// One for each outermost resolve.
    case graph
    /// One for as long as somebody holds it.
    case weak

    /// Whether instances are handed to more than one resolve, and so perhaps to more than one thread.
    public var isSharedBetweenThreads: Bool { self == .shared || self == .weak }
}
