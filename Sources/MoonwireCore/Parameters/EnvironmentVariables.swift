#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where the variables of the environment are read from.
public struct EnvironmentVariables: Sendable {
    private let lookup: @Sendable (String) -> String?

    public init(_ lookup: @escaping @Sendable (String) -> String?) {
        self.lookup = lookup
    }

    /// The variables of this process, read anew each time.
    public static let process = EnvironmentVariables { ProcessInfo.processInfo.environment[$0] }

    public subscript(name: String) -> String? { lookup(name) }
}
