import MoonwireCore
import Testing

/// Reports builds that a scenario does not permit or expect at the line of the test.
struct ScenarioReport {
    let run: ScenarioRun
    private let sourceLocation: SourceLocation

    init(_ name: String, at sourceLocation: SourceLocation) {
        run = ScenarioRun(name)
        self.sourceLocation = sourceLocation
    }

    /// Records the issues at the end of the scenario; the test reports the error that it throws itself.
    func record(after error: (any Error)?) {
        let thrown = ((error as? ContainerError)?.underlying as? ScenarioRun.Violation)?.diagnostic
        let found = run.violations.filter { $0 != thrown }
        // What did not happen is a consequence of an error.
        let missing = error == nil ? run.missingBuilds : []
        for diagnostic in found + missing {
            Issue.record(Comment(rawValue: "\(diagnostic)"), sourceLocation: sourceLocation)
        }
    }
}
