import MoonwireCore
import MoonwireValues

// Messages about calls of `completion` that are not valid.

extension UsageError {
    static let whichShell = UsageError("no shell given", suggestions: Shell.allCases.map(\.rawValue))

    static func unknownShell(_ name: String) -> UsageError {
        let known = Shell.allCases.map(\.rawValue)
        return UsageError(
            "there is no completion for \"\(name)\", only for \(known.quotedAlternatives)",
            suggestions: Suggestions(among: known).nearest(to: name))
    }
}
