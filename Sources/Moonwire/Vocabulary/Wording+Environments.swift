import MoonwireCore
import MoonwireValues

// Sentences about environments and their variables.

extension Diagnostic.Code {
    /// An environment is not declared.
    public static let unknownEnvironment = Diagnostic.Code("unknown-environment")
    /// Reading a wiring for all of its environments takes too long.
    public static let environmentsNotRead = Diagnostic.Code("environments-not-read")
}

extension Diagnostic {
    static func unknownEnvironment(_ name: String, known: [String], at location: ScriptLocation?) -> Diagnostic {
        let near = Suggestions(among: known).nearest(to: name)
        return Diagnostic(
            .unknownEnvironment, "when: there is no environment \"\(name)\"", at: location, suggestions: near,
            hints: near.isEmpty ? ["the environments are \(known.joined(separator: ", "))"] : [])
    }

    static func undeclaredEnvironment(_ name: String, known: [String]) -> Diagnostic {
        let near = Suggestions(among: known).nearest(to: name)
        return Diagnostic(
            .unknownEnvironment, "the container is created for environment \"\(name)\", which is not declared", at: nil,
            suggestions: near, hints: near.isEmpty ? ["the environments are \(known.joined(separator: ", "))"] : [])
    }

    static func environmentsNotRead(after count: Int, of all: Int, limit: Duration) -> Diagnostic {
        Diagnostic(
            .environmentsNotRead,
            "only \(count) of \(all) environments \(count == 1 ? "was" : "were") read, because together they may use \(limit) of CPU time",
            at: nil, hints: ["read each of the others by itself, with `--environment NAME`"])
    }

    /// The same fault, on a machine that need not be the one on which the application runs.
    static func notSetHere(_ fault: Diagnostic) -> Diagnostic {
        Diagnostic(fault.code, "\(fault.message) here", at: fault.location, severity: .warning, hints: fault.hints)
    }
}

extension String {
    /// Where a diagnostic arose that other environments do not have.
    static func inEnvironments(_ names: [String]) -> String {
        "in environment\(names.count == 1 ? "" : "s") \(names.map { "\"\($0)\"" }.joined(separator: ", "))"
    }
}
