import MoonwireCore

/// Diagnostics and suggestions that are complete only when all scripts have run, because they depend on all parameters.
struct DeferredDiagnostics {
    var unclosedPlaceholders = UnclosedPlaceholders()
    var unknownScopes = UnknownScopes()
    /// The names of parameters that diagnostics of the running script could suggest, by the diagnostics' index.
    private var misspelled: [Int: String] = [:]
    /// The same of the scripts that ran before, by their numbers.
    private var earlier: [[Int: String]] = []

    /// Records that a diagnostic of the running script should suggest parameters, including those that scripts define later.
    mutating func suggest(near name: String, inDiagnosticAt index: Int) { misspelled[index] = name }

    mutating func endScript(isOverLimit: Bool) {
        // Diagnostics change their index only where the script exceeded a limit.
        earlier.append(isOverLimit ? [:] : misspelled)
        misspelled = [:]
        unclosedPlaceholders.endScript(isOverLimit: isOverLimit)
        unknownScopes.endScript(isOverLimit: isOverLimit)
    }

    /// Completes the layers of all scripts.
    func complete(_ layers: inout [Layer], _ parameters: ParameterTree, scopes: [String], hasTypes: Bool) {
        let names = KnownNames { parameters.names }
        for (number, misspelled) in earlier.enumerated() {
            for (index, name) in misspelled.sorted(by: { $0.key < $1.key }) {
                layers[number].diagnostics[index].suggestions = names.nearest(to: name).map(\.shortenedName)
            }
        }
        unclosedPlaceholders.report(to: &layers, parameters)
        unknownScopes.report(to: &layers, known: scopes, hasTypes: hasTypes)
    }
}
