import MoonwireCore
import MoonwireValues

// Messages about undeclared names.

extension Diagnostic {
    static func unknownGlobal(_ name: String, near: [String], at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(.unknownGlobal, "\"\(name)\" is not defined", at: location, suggestions: near)
    }

    static func unknownGlobal(_ name: String, _ hint: GlobalHint, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(.unknownGlobal, "\"\(name)\" is not defined", at: location, hints: hint.sentences(name))
    }

    /// A comparison of the table `env` with a string.
    static func comparedEnvironment(_ comparison: EnvironmentComparison, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .comparedEnvironment,
            "`env` is a table, so comparing it with \"\(comparison.name)\" is always \(comparison.isEquality ? "false" : "true")",
            at: location, severity: .warning, hints: [.whenHint(comparison.name)])
    }
}

extension GlobalHint {
    fileprivate func sentences(_ name: String) -> [String] {
        switch self {
        case .absent(let replacement):
            ["`\(name)` is absent on purpose, so that a script does the same in every run and on every machine"]
                + (replacement.map { [$0.sentence] } ?? [])
        case .product(let product):
            [
                "it is a word of \(product.name): add `import \(product.name)`, and `$0.\(product.call)` to the registrations, "
                    + "as in `try Container(scripts: …) { $0.\(product.call) }`"
            ]
        case .environment(let environment): [.whenHint(environment)]
        case .colonForEquals: ["write `\(name) = …`: a key is followed by `=`, not by `:`"]
        case .service: ["write `ref.\(name)` for the service \"\(name)\""]
        case .string: ["write `\"\(name)\"`, with quotes, for a string"]
        case .parameter: ["write `param \"\(name)\"` for the parameter \"\(name)\""]
        }
    }
}

extension GlobalHint.Replacement {
    fileprivate var sentence: String {
        switch self {
        case .variables: "`env.string \"NAME\"` reads an environment variable"
        case .files: "`env.file \"NAME\"` reads the file whose path is in an environment variable"
        case .modules: "`include \"file.lua\"` and `require \"module\"` run other scripts"
        }
    }
}

extension String {
    fileprivate static func whenHint(_ environment: String) -> String {
        "`when(\"\(environment)\", function() … end)` runs a function in this environment only"
    }
}
