import MoonwireSupport
import MoonwireValues

/// One use of a scenario by a test: it counts builds, and records those that the scenario does not permit or expect.
package final class ScenarioRun: Sendable {
    /// The run of a test that creates its container: containers that this task creates from scripts adopt it.
    @TaskLocal package static var adopting: ScenarioRun?

    fileprivate struct State {
        /// The builds that the scenario describes; a reload can change it.
        var builds: ScenarioBuilds?
        /// The number of builds of each service.
        var counts: [String: Int] = [:]
        /// The first violation that concerns each service.
        var violations: [Violation] = []
        /// The ids of these services.
        var violated: Set<String> = []
    }

    /// The error of a build that violates the scenario.
    package struct Violation: Error, Sendable {
        let id: String
        package let diagnostic: Diagnostic
    }

    package let name: String
    private let state = Lock(State())

    package init(_ name: String) {
        self.name = name
    }

    /// The layer of the scenario, with the hook by which the run follows builds; it has a fault if no layer declares the scenario.
    package func adopt(from layers: [Layer]) -> Layer {
        let scenarios = layers.flatMap(\.scenarios)
        guard let scenario = scenarios.first(where: { $0.name == name }) else {
            var layer = Layer(name: "scenario \"\(name)\"")
            layer.diagnostics = [.unknownScenario(name, known: scenarios.map(\.name))]
            return layer
        }
        let builds = ScenarioBuilds(scenario)
        state.withLock { $0.builds = $0.builds ?? builds }
        var layer = Layer(of: scenario)
        let hook = SwiftHook(namesItself: true) { _, info in
            try self.begin(info, builds)
            return .nothing
        }
        layer.hooks = [
            Hook(.building, HookTarget("*"), priority: .max, origin: scenario.origin, function: hook)
        ]
        return layer
    }

    /// Whether a container has adopted the run.
    package var isAdopted: Bool { state.withLock { $0.builds != nil } }

    /// The builds that the scenario does not permit or expect.
    package var violations: [Diagnostic] { state.withLock { $0.violations.map(\.diagnostic) } }

    /// The builds that the scenario expects or makes fail, and that did not begin.
    package var missingBuilds: [Diagnostic] { state.withLock { $0.builds?.missing($0.counts) ?? [] } }

    /// Counts a build that begins; throws if the scenario does not permit it, does not expect it, or makes it fail.
    private func begin(_ info: HookInfo, _ builds: ScenarioBuilds) throws {
        let error = state.withLock { state -> ContainerError? in
            state.builds = builds
            if let violation = builds.limited(info) { return state.note(violation) }
            guard let id = info.subject.id else { return nil }
            let count = (state.counts[id] ?? 0) + 1
            state.counts[id] = count
            if let violation = builds.surplus(info, id, count) { return state.note(violation) }
            return builds.failure(info, id, count).map { ContainerError($0) }
        }
        if let error { throw error }
    }
}

extension ScenarioRun.State {
    /// Records a violation, and returns the error of the build.
    fileprivate mutating func note(_ violation: ScenarioRun.Violation) -> ContainerError {
        if violated.insert(violation.id).inserted { violations.append(violation) }
        return ContainerError(violation.diagnostic, underlying: violation)
    }
}

/// The builds that a scenario permits, expects, and makes fail.
private struct ScenarioBuilds {
    /// The scenario without its replacements, whose functions would keep the scripts.
    private let scenario: Scenario
    /// The ids of the services that can be built; nil if all can.
    private let permitted: Set<String>?
    private let expectations: [String: Scenario.BuildExpectation]
    private let failures: [String: Scenario.BuildFailure]

    init(_ scenario: Scenario) {
        permitted = scenario.limit == nil ? nil : Set(scenario.mentions.map(\.id))
        // Each is a key of a table in the script.
        expectations = Dictionary(scenario.expectations.map { ($0.service.id, $0) }) { $1 }
        failures = Dictionary(scenario.failures.map { ($0.service.id, $0) }) { $1 }
        var scenario = scenario
        scenario.replacements = []
        scenario.parameters = ParameterTree()
        self.scenario = scenario
    }

    /// The violation of a build that is not permitted.
    func limited(_ info: HookInfo) -> ScenarioRun.Violation? {
        guard let permitted, !info.subject.isOverride, let id = info.subject.outermostID, !permitted.contains(id) else {
            return nil
        }
        return ScenarioRun.Violation(id: id, diagnostic: .buildNotPermitted(id, scenario, path: info.path))
    }

    /// The violation of a build beyond those that are expected.
    func surplus(_ info: HookInfo, _ id: String, _ count: Int) -> ScenarioRun.Violation? {
        guard let expectation = expectations[id], expectation.count < count else { return nil }
        return ScenarioRun.Violation(
            id: id, diagnostic: .unexpectedBuilds(expectation, count, scenario, path: info.path))
    }

    /// The error of a build that the scenario makes fail.
    func failure(_ info: HookInfo, _ id: String, _ count: Int) -> Diagnostic? {
        guard let failure = failures[id], failure.build ?? count == count else { return nil }
        return .failedByScenario(failure, build: count, scenario, path: info.path)
    }

    /// The builds that are expected or fail, and did not begin.
    func missing(_ counts: [String: Int]) -> [Diagnostic] {
        let expected = scenario.expectations.compactMap { expectation -> Diagnostic? in
            let count = counts[expectation.service.id] ?? 0
            return count < expectation.count ? .unexpectedBuilds(expectation, count, scenario) : nil
        }
        let failing = scenario.failures.compactMap { failure -> Diagnostic? in
            let count = counts[failure.service.id] ?? 0
            return count < failure.build ?? 1 ? .didNotFail(failure, count, scenario) : nil
        }
        return expected + failing
    }
}
