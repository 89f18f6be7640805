import MoonwireCore
import MoonwireValues

// Messages about `implementation`.

extension Diagnostic {
    static func implementationWithoutOwner(_ name: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidImplementation,
            "implementation expects the name of a type and of its implementation, got \"\(name)\"", at: location,
            hints: ["write `implementation \"Type.\(name.contains(".") ? "name" : name)\" { … }`"])
    }

    static func implementationWithoutTable(
        _ subject: String, found: String, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(.invalidImplementation, "\(subject) expects a table, got \(found)", at: location)
    }

    static func actionWithoutOwner(_ title: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidImplementation, "\(title) was called after its owner was released", at: location)
    }

    static func actionResult(_ title: String, _ error: ConversionError, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .valueMismatch, "\(title): the result of the function \(error.statement)", at: location,
            suggestions: error.suggestions)
    }
}
