import MoonwireValues

// Messages of the passes that Moonwire provides.

extension Diagnostic.Code {
    /// A service refers to one of a component that its own component does not use.
    public static let crossesBoundary = Diagnostic.Code("crosses-boundary")
    /// A service keeps one that should not live as long.
    public static let captiveDependency = Diagnostic.Code("captive-dependency")
    /// Nothing refers to a private service.
    public static let unusedService = Diagnostic.Code("unused-service")
    /// Nothing refers to a parameter.
    public static let unusedParameter = Diagnostic.Code("unused-parameter")
    /// The description of a standard pass is wrong.
    public static let invalidPass = Diagnostic.Code("invalid-pass")
}

// MARK: What a standard pass selects

extension Diagnostic {
    static func unknownTarget(
        _ name: String, of pass: Pass, near suggestions: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .unknownService, "\(pass.phrase): service \"\(name)\" is not defined", at: location,
            suggestions: suggestions)
    }

    static func targetSelectsNothing(
        _ target: String, of pass: Pass, near suggestions: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .invalidPass, "\(pass.phrase): \"\(target)\" selects no service", at: location, severity: .warning,
            suggestions: suggestions)
    }

    static func tooManyNames(_ standard: StandardPass, _ pass: Pass) -> Diagnostic {
        Diagnostic(
            .limitExceeded,
            "\(pass.phrase) names \(standard.nameCount) services, patterns, and components; "
                + "at most \(StandardPass.mostNames) are permitted",
            at: pass.origin.location, hints: ["a tag selects any number of services"])
    }
}

extension Diagnostic {
    static func patternsTakeTooLong(_ pass: Pass, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .limitExceeded, "\(pass.phrase): its patterns take too long to compare with the ids of all services",
            at: location, hints: ["a tag selects any number of services"])
    }

    static func standardPassWithoutTypes(_ pass: Pass) -> Diagnostic {
        Diagnostic(
            .invalidPass, "\(pass.phrase) reports nothing without the types of the application",
            at: pass.origin.location, severity: .note)
    }
}

// MARK: Boundaries

extension Diagnostic {
    static func unknownComponent(
        _ name: String, _ component: String, near suggestions: [String], _ pass: Pass, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .invalidPass, "\(pass.phrase): component \"\(component)\" uses \"\(name)\", which is not a component",
            at: location, suggestions: suggestions)
    }

    static func noComponents(_ pass: Pass) -> Diagnostic {
        Diagnostic(.invalidPass, "\(pass.phrase) has no components", at: pass.origin.location)
    }

    static func componentTwice(_ name: String, _ pass: Pass) -> Diagnostic {
        Diagnostic(
            .invalidPass, "\(pass.phrase): component \"\(name)\" is described twice", at: pass.origin.location)
    }

    static func emptyComponent(_ name: String, _ pass: Pass, at location: ScriptLocation?) -> Diagnostic {
        Diagnostic(
            .invalidPass, "\(pass.phrase): component \"\(name)\" has no services", at: location)
    }

    static func inTwoComponents(
        _ definition: Definition, _ first: String, _ second: String, _ pass: Pass, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .invalidPass,
            "\(pass.phrase): \(definition.phrase) belongs to two components, \"\(first)\" and \"\(second)\"",
            at: location)
    }

    static func crossesBoundary(
        _ definition: Definition, _ component: StandardPass.Component, _ target: Definition, _ other: String,
        _ pass: Pass,
        _ severity: Severity, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .crossesBoundary,
            "\(definition.phrase) of component \"\(component.name)\" refers to \(target.phrase) of component \"\(other)\"",
            at: location, severity: severity, hints: [component.permission, pass.report])
    }
}

extension StandardPass.Component {
    fileprivate var permission: String {
        guard !uses.isEmpty else { return "component \"\(name)\" uses no other component" }
        return "component \"\(name)\" only uses \(uses.map { "\"\($0)\"" }.joined(separator: " and "))"
    }
}

// MARK: Captive dependencies

extension Diagnostic {
    /// The last of the definitions keeps the target; the first is the one that lives long.
    static func captiveDependency(
        _ path: [Definition], _ target: Definition, _ pass: Pass, _ severity: Severity, at location: ScriptLocation?
    ) -> Diagnostic {
        let names = (path + [target]).map(\.id).shortenedPath
        return Diagnostic(
            .captiveDependency,
            "\(path[0].phrase) has scope \"\(path[0].scope.rawValue)\" and keeps \(target.phrase), "
                + "which has scope \"\(target.scope.rawValue)\"",
            at: location, severity: severity,
            hints: (path.count > 1 ? [names.joined(separator: " -> ")] : [])
                + ["`provider` resolves it each time it is used", pass.report])
    }
}

// MARK: Unused services and parameters

extension Diagnostic {
    static func unusedService(_ definition: Definition, _ pass: Pass, _ severity: Severity) -> Diagnostic {
        Diagnostic(
            .unusedService, "service \"\(definition.outermostID)\" is private, and nothing refers to it",
            at: definition.origin.location, severity: severity,
            hints: ["a function that gets it from `c` can name it in `uses`", pass.report])
    }

    static func unusedParameter(
        _ name: String, _ pass: Pass, _ severity: Severity, at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .unusedParameter, "nothing in the scripts refers to parameter \"\(name)\"", at: location,
            severity: severity,
            hints: ["name it in `except` if a function or the application reads it", pass.report])
    }
}

extension Pass {
    /// The line that says which pass reports something.
    var report: String { "reported by \(phrase)" + (origin.location.map { " at \($0)" } ?? "") }
}
