import MoonwireValues

/// Takes the values of secret variables out of messages, whichever way they got there.
struct SecretMask {
    /// What stands where a secret was.
    static let mask = "***"

    private let secrets: [String]

    /// Secrets this short are in every other word; to mask them would tell more than to leave them.
    private static let shortest = 3
    /// As long as `ValueReader.described` shows the beginning of a long text.
    private static let shown = 37

    /// The secrets that definitions and parameters name, with the values they have now.
    init(_ graph: DefinitionGraph) {
        var names: Set<String> = []
        for definition in graph.definitions { definition.visitValues { value, _ in Self.collect(value, &names) } }
        for (_, leaf) in graph.parameters.leaves { Self.collect(leaf.value, &names) }
        for rule in graph.rules.rules { if let value = rule.value { Self.collect(value, &names) } }
        let values = names.compactMap { graph.variables[$0] }.filter { $0.count >= Self.shortest }
        let beginnings = values.filter { $0.count > Self.shown }.map { String($0.prefix(Self.shown)) }
        // Where values read as in scripts, some letters are written in another way.
        let escaped = values.map(\.escaped)
        secrets = Set(values + beginnings + escaped).sorted { ($0.count, $0) > ($1.count, $1) }
    }

    /// The same error, its messages without secrets; the underlying error stays as it was thrown.
    func masked(_ error: ContainerError) -> ContainerError {
        guard !secrets.isEmpty else { return error }
        return ContainerError(error.diagnostics.map(masked), underlying: error.underlying)
    }

    private func masked(_ diagnostic: Diagnostic) -> Diagnostic {
        Diagnostic(
            diagnostic.code, masked(diagnostic.message), at: diagnostic.location, severity: diagnostic.severity,
            suggestions: diagnostic.suggestions.map(masked), path: diagnostic.path,
            hints: diagnostic.hints.map(masked))
    }

    func masked(_ text: String) -> String {
        secrets.reduce(text) { text, secret in
            text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: Self.mask)
        }
    }

    private static func collect(_ value: WiredValue, _ names: inout Set<String>) {
        switch value {
        case .environment(let reference) where reference.isSecret: names.insert(reference.name)
        case .inline(let inner): inner.visitValues { value, _ in collect(value, &names) }
        case .list(let elements): for element in elements { collect(element, &names) }
        case .map(let entries): for (_, entry) in entries { collect(entry, &names) }
        default: break
        }
    }
}
