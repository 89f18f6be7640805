#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How a container came to hold an instance.
struct Arrival: Sendable {
    /// Where an instance comes from.
    enum Source {
        case build
        /// The application supplied it, and stops it.
        case application
        /// Another generation lent it, and stops it.
        case loan
    }

    var source: Source
    let date: Date
    /// The ids that were under construction and so led to it, outermost first.
    let path: [String]

    /// More would cost memory for each instance of a deep graph.
    private static let longestPath = 16

    /// What this thread brings now.
    static func now(from source: Source) -> Arrival {
        Arrival(source: source, date: .now, path: Resolution.current.nearestIDs(longestPath))
    }

    /// The same instance, lent to another generation.
    var lent: Arrival {
        var copy = self
        copy.source = .loan
        return copy
    }
}
