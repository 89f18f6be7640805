public import MoonwireCore
import MoonwireValues

// Messages about `accessor` and `@Scripted`.

extension Diagnostic.Code {
    /// A call of `accessor` is not valid, or a scripted property has no value.
    public static let invalidAccessor = Diagnostic.Code("invalid-accessor")
}

extension Diagnostic {
    static func accessorWithoutType(_ name: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidAccessor, "accessor expects the name of a type and of its property, got \"\(name)\"", at: location,
            hints: ["write `accessor \"Type.property\" { get = function(self, current) … end }`"])
    }

    static func accessorWithoutTable(_ subject: String, found: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(.invalidAccessor, "\(subject) expects a table, got \(found)", at: location)
    }

    static func accessorInitialMismatch(
        _ subject: String, _ error: ConversionError, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .valueMismatch, "\(subject): \"initial\" \(error.statement)", at: location,
            suggestions: error.suggestions)
    }

    static func accessorInitial(_ subject: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidAccessor, "\(subject): \"initial\" expects plain data or a function, got a reference", at: location)
    }

    static func accessorUnknown(
        _ property: String, of type: String, _ known: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        let near = Suggestions(among: known).nearest(to: property)
        let all =
            known.isEmpty
            ? "declare it with `@Scripted var \(property)`"
            : "its scripted properties are \(known.joined(separator: ", "))"
        return Diagnostic(
            .unknownMember, "\(type) has no scripted property \"\(property)\"", at: location, suggestions: near,
            hints: near.isEmpty ? [all] : [])
    }

    static func scriptedWithoutValue(_ title: String, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidAccessor, "\(title) has no value", at: location,
            hints: [
                "assign it, declare it with an initial value, or write `accessor \"\(title)\" { initial = … }` in a script"
            ])
    }

    static func accessorFailed(_ title: String, _ error: String) -> Diagnostic {
        Diagnostic(.invalidAccessor, "accessor \"\(title)\" failed: \(error)", at: nil, severity: .warning)
    }

    static func accessorResult(
        _ title: String, _ key: String, _ error: ConversionError, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .valueMismatch, "accessor \"\(title)\": the result of \"\(key)\" \(error.statement)", at: location,
            suggestions: error.suggestions)
    }
}
