/// What tokens and strings of the scripts represent, for the passes that use them after the scripts have been read.
final class KeptValues: @unchecked Sendable {  // Set once, before a pass runs; passes only read.
    private(set) var tokens = ScriptTokens()
    private(set) var origins = TextOrigins()

    func keep(_ tokens: ScriptTokens, _ origins: TextOrigins) {
        self.tokens = tokens
        self.origins = origins
    }
}
