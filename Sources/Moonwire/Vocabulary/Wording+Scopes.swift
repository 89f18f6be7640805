import MoonwireCore
import MoonwireValues

// Messages about `scopes`.

extension Diagnostic {
    static func expectsScopes(found: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .valueMismatch, "scopes expects a table of names, got \(found)", at: location,
            hints: ["write `scopes { \"request\" }`"])
    }

    static func expectsScopeName(_ found: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .valueMismatch, "scopes: a list of names expects a string, got \(found)", at: location,
            hints: ["write `request = { within = \"session\" }` for a scope that opens within another one"])
    }

    static func expectsScopeTable(_ name: String, _ found: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .valueMismatch, "scopes: \"\(name)\" expects a table, got \(found)", at: location,
            hints: ["write `\(name) = { within = \"…\" }`, or `\"\(name)\"` for a scope that opens on its own"])
    }

    static func tooManyScopes(limit: Int, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(.limitExceeded, "scripts can declare at most \(limit) scopes", at: location)
    }
}
