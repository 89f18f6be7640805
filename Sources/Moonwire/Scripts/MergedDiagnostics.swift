import MoonwireCore
import MoonwireValues

/// The diagnostics of several environments, each once.
package struct MergedDiagnostics {
    /// The parts that make two diagnostics equal; suggestions and paths may differ between environments.
    private struct Sentence: Hashable {
        let severity: Diagnostic.Severity
        let location: ScriptLocation?
        let message: String
    }

    private var order: [(sentence: Sentence, diagnostic: Diagnostic)] = []
    private var environments: [Sentence: [String]] = [:]
    private var checked = 0

    package init() {}

    package mutating func add(_ diagnostics: [Diagnostic], of environment: String) {
        checked += 1
        for diagnostic in diagnostics {
            let sentence = Sentence(
                severity: diagnostic.severity, location: diagnostic.location, message: diagnostic.message)
            if environments[sentence] == nil { order.append((sentence, diagnostic)) }
            if environments[sentence]?.last != environment { environments[sentence, default: []].append(environment) }
        }
    }

    /// In the order in which they were added; those that some environments lack name the others.
    package var all: [Diagnostic] {
        order.map { sentence, diagnostic in
            guard let found = environments[sentence], found.count < checked else { return diagnostic }
            var copy = diagnostic
            copy.hints.append(.inEnvironments(found))
            return copy
        }
    }
}
