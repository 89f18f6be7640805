extension Provenance {
    /// More would cost memory for each instance of a deep graph.
    private static let longestPath = 16

    /// The provenance of an instance that this thread adds now.
    static func now(from source: Source) -> Provenance {
        Provenance(from: source, path: path)
    }

    /// The ids under construction on this thread, as far as they are kept.
    static var path: [String] { Resolution.current.nearestIDs(longestPath) }
}
