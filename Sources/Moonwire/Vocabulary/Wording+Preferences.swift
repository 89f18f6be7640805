import MoonwireCore
import MoonwireValues

// Sentences about the word `preferences`.

extension Diagnostic {
    static func badGroupName(_ name: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .wrongKind, "preferences: \"\(name)\" is no name of a group", at: location,
            hints: ["a name has letters, digits and underscores, and dots between its steps"])
    }

    static func badPreferenceName(_ name: String, _ group: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .wrongKind, "preferences \"\(group)\": \"\(name)\" is no name of a preference", at: location,
            hints: ["a name has letters, digits and underscores"])
    }

    static func expectsPreference(
        _ group: String, _ name: String, _ found: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .missingTable, "preference \"\(group).\(name)\" expects a table, not \(found)", at: location,
            hints: ["write `\(name) = { default = … }`"])
    }

    static func noDefault(_ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .missingTable, "\(subject) has no default", at: location,
            hints: ["give it a `default`: it says of what kind all values are"])
    }
}
