import MoonwireCore
import MoonwireValues

// Sentences about the word `preferences`.

extension Diagnostic {
    static func badGroupName(_ name: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .unexpectedValue, "preferences: \"\(name)\" is not a valid group name", at: location,
            hints: ["a name contains letters, digits, and underscores, in steps separated by dots"])
    }

    static func badPreferenceName(_ name: String, _ group: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .unexpectedValue, "preferences \"\(group)\": \"\(name)\" is not a valid preference name", at: location,
            hints: ["a name contains letters, digits, and underscores"])
    }

    static func expectsPreference(
        _ group: String, _ name: String, _ found: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .missingTable, "preference \"\(group).\(name)\" expects a table, got \(found)", at: location,
            hints: ["write `\(name) = { default = … }`"])
    }

    static func noDefault(_ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .missingTable, "\(subject) has no default and no kind", at: location,
            hints: [
                "give it a `default`, which determines the kind of all values, or a `kind` if it is unset until it is set"
            ])
    }
}
