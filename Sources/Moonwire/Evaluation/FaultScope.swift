/// The faults of a part of a script, and whether the part refers to services that only the graph determines.
struct FaultScope {
    /// Whether something could not be read.
    private(set) var isFaulty = false
    /// Whether there is a value for services that only the whole graph determines.
    private(set) var hasPlaceholders = false

    mutating func addFault() { isFaulty = true }

    mutating func addPlaceholder() { hasPlaceholders = true }

    /// Adds the state of a part.
    mutating func add(_ part: FaultScope) {
        isFaulty = isFaulty || part.isFaulty
        hasPlaceholders = hasPlaceholders || part.hasPlaceholders
    }
}
