import MoonwireValues

// Messages about scenarios: mistakes in them, and builds that differ from what they expect.

extension Diagnostic.Code {
    /// A scenario cannot be used as it is declared.
    public static let invalidScenario = Diagnostic.Code("invalid-scenario")
    /// A test names a scenario that no script declares.
    public static let unknownScenario = Diagnostic.Code("unknown-scenario")
    /// A service is built that a scenario does not permit, or another number of times than it expects.
    public static let unexpectedBuild = Diagnostic.Code("unexpected-build")
    /// A scenario makes a build fail.
    public static let failedByScenario = Diagnostic.Code("failed-by-scenario")
}

extension Diagnostic {
    static func scenarioTwice(_ scenario: Scenario, _ former: Scenario) -> Diagnostic {
        Diagnostic(
            .invalidScenario, "\(scenario.phrase) is declared again", at: scenario.origin.location,
            hints: former.origin.location.map { ["first declared at \($0)"] } ?? [])
    }

    static func unknownInScenario(
        _ scenario: Scenario, _ mention: Scenario.Mention, isAbstract: Bool, near: [String]
    ) -> Diagnostic {
        let reason = isAbstract ? "is abstract" : "is not defined"
        return Diagnostic(
            .unknownService, "\(scenario.phrase): \"\(mention.key)\" names service \"\(mention.id)\", which \(reason)",
            at: mention.location, suggestions: near)
    }

    static func aliasInScenario(_ scenario: Scenario, _ mention: Scenario.Mention, target: String?) -> Diagnostic {
        Diagnostic(
            .invalidScenario, "\(scenario.phrase): \"\(mention.key)\" names \"\(mention.id)\", which is an alias",
            at: mention.location, hints: target.map { ["name the service \"\($0)\""] } ?? [])
    }

    static func replacedAndLive(_ scenario: Scenario, _ mention: Scenario.Mention) -> Diagnostic {
        Diagnostic(
            .invalidScenario,
            "\(scenario.phrase): service \"\(mention.id)\" is in \"replace\" and in \"\(mention.key)\"",
            at: mention.location, hints: ["a replacement can always be built"])
    }

    static func unknownParameterInScenario(
        _ scenario: Scenario, _ name: String, near: [String], at location: ScriptLocation?
    ) -> Diagnostic {
        Diagnostic(
            .unknownParameter, "\(scenario.phrase): parameter \"\(name)\" is not defined", at: location,
            suggestions: near)
    }

    static func scenariosNotChecked(after count: Int, of all: Int, limit: Duration) -> Diagnostic {
        Diagnostic(
            .limitExceeded,
            "only \(count) of \(all) scenarios \(count == 1 ? "was" : "were") checked with the wiring, "
                + "because together they may use \(limit) of CPU time", at: nil)
    }

    /// A scenario that no script declares; `known` are those that scripts declare.
    package static func unknownScenario(_ name: String, known: [String]) -> Diagnostic {
        let near = Suggestions(among: known).nearest(to: name)
        let listed = known.prefix(12).map { "\"\($0)\"" }.joined(separator: ", ")
        let rest = known.count > 12 ? " and \(known.count - 12) more" : ""
        let all = known.isEmpty ? "no script declares a scenario" : "the scenarios are \(listed)\(rest)"
        return Diagnostic(
            .unknownScenario, "scenario \"\(name)\" is not declared", at: nil, suggestions: near,
            hints: near.isEmpty ? [all] : [])
    }

    /// A scenario inside another one.
    package static func nestedScenario(_ name: String, in outer: String) -> Diagnostic {
        Diagnostic(
            .invalidScenario, "scenario \"\(name)\" cannot be used while scenario \"\(outer)\" is in use", at: nil)
    }

    /// The build of a service that the scenario does not name.
    package static func buildNotPermitted(_ id: String, _ scenario: Scenario, path: [String]) -> Diagnostic {
        Diagnostic(
            .unexpectedBuild, "\(scenario.phrase) does not permit the build of service \"\(id)\"",
            at: scenario.limit?.location, path: path, hints: ["replace it, or name it in \"live\""])
    }

    /// Another number of builds than a scenario expects; `path` is empty at the end of a test.
    package static func unexpectedBuilds(
        _ expectation: Scenario.BuildExpectation, _ count: Int, _ scenario: Scenario, path: [String] = []
    ) -> Diagnostic {
        Diagnostic(
            .unexpectedBuild,
            "\(scenario.phrase) expects \(builds(expectation.count)) of service \"\(expectation.service.id)\", "
                + "got \(count)",
            at: expectation.service.location, path: path)
    }

    /// The error of a build that a scenario makes fail.
    package static func failedByScenario(
        _ failure: Scenario.BuildFailure, build: Int, _ scenario: Scenario, path: [String]
    ) -> Diagnostic {
        Diagnostic(
            .failedByScenario,
            "service \"\(failure.service.id)\" could not be built: \(failure.message)", at: failure.service.location,
            path: path, hints: ["\(scenario.phrase) makes build \(build) fail"])
    }

    /// A build that a scenario makes fail, and that did not begin.
    package static func didNotFail(_ failure: Scenario.BuildFailure, _ count: Int, _ scenario: Scenario) -> Diagnostic {
        let which = failure.build.map { "build \($0)" } ?? "each build"
        return Diagnostic(
            .unexpectedBuild,
            "\(scenario.phrase) makes \(which) of service \"\(failure.service.id)\" fail, got \(builds(count))",
            at: failure.service.location)
    }

    /// The same fault, of a wiring that has none without a scenario.
    package func inScenario(_ scenario: Scenario) -> Diagnostic {
        var copy = self
        copy.hints.append("in \(scenario.phrase)" + (scenario.origin.location.map { " at \($0)" } ?? ""))
        return copy
    }

    private static func builds(_ count: Int) -> String {
        count == 0 ? "no build" : count == 1 ? "1 build" : "\(count) builds"
    }
}
