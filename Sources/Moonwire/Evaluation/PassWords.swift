/// The state of the words that passes of the stage "change" use after the scripts have been read.
struct PassWords {
    /// Whether a pass uses them.
    var areInUse = false
    /// The values of the scripts for such passes; nil if there is none, or all scripts have been read.
    ///
    /// Only passes keep them afterward: values have functions, whose interpreter keeps the evaluation.
    private var kept: KeptValues?
    /// The index of the first token of the next pass.
    private(set) var nextToken = 0

    /// After more tokens, indices are used again.
    private static let mostTokens = 1 << 30

    /// What the scripts have read, for a pass.
    mutating func valuesForPass() -> KeptValues {
        let values = kept ?? KeptValues()
        kept = values
        return values
    }

    /// Passes the values to the passes when all scripts have been read, or a pass has ended.
    mutating func end(_ tokens: ScriptTokens, _ origins: TextOrigins) {
        kept?.keep(tokens, origins)
        kept = nil
        guard areInUse else { return }
        areInUse = false
        nextToken = tokens.next > Self.mostTokens ? 0 : tokens.next
    }
}
