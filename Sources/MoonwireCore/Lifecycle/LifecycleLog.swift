import MoonwireModel
import MoonwireSupport

/// What happens to the services of a container at its start and at its end.
final class LifecycleLog: Sendable {
    /// How a container ended.
    enum End {
        /// Its last reference was released.
        case released
        case shutDown
    }

    private struct State {
        var end: End?
        var limit = Duration.seconds(10)
        /// What the shutdown could not stop; nil before it.
        var faults: [Diagnostic]?
    }

    let steps = Broadcast<LifecycleStep>()
    private let state = Lock(State())

    /// How the container ended; nil while it is in use.
    var end: End? { state.withLock { $0.end } }

    /// The time that each asynchronous `stop`, and each run, has to end before it is cancelled.
    var limit: Duration { state.withLock { $0.limit } }

    func note(limit: Duration) { state.withLock { $0.limit = limit } }

    /// What the shutdown could not stop.
    var faults: [Diagnostic] { state.withLock { $0.faults ?? [] } }

    /// Begins to collect faults for the shutdown.
    func beginShutdown(_ limit: Duration) {
        state.withLock { state in
            state.limit = limit
            state.faults = state.faults ?? []
        }
    }

    /// Only the first end counts.
    func note(_ end: End) { state.withLock { $0.end = $0.end ?? end } }

    func note(_ step: @autoclosure () -> LifecycleStep, _ diagnostics: DiagnosticChannel) {
        if steps.send([step()]) { diagnostics.report([.slowListener(to: "lifecycleSteps()")]) }
    }

    func note(_ faults: [Diagnostic]) { state.withLock { $0.faults?.append(contentsOf: faults) } }
}
