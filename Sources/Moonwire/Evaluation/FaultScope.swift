/// What went wrong while a part of a script was read, and whether only the whole graph tells what the part stands for.
struct FaultScope {
    /// Whether something could not be read.
    private(set) var isFaulty = false
    /// Whether there is a value that stands for services which only the whole graph tells.
    private(set) var hasPlaceholders = false

    mutating func addFault() { isFaulty = true }

    mutating func addPlaceholder() { hasPlaceholders = true }

    /// Adds what is true of a part.
    mutating func add(_ part: FaultScope) {
        isFaulty = isFaulty || part.isFaulty
        hasPlaceholders = hasPlaceholders || part.hasPlaceholders
    }
}
