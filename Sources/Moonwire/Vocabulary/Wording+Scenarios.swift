import MoonwireCore
import MoonwireValues

// Messages about the tables of scenarios.

extension Diagnostic {
    static func noMessage(_ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .missingTable, "\(subject): it has no \"message\"", at: location,
            hints: ["write `message = \"…\"`"])
    }
}
