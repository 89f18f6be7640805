import MoonwireSupport

/// The values of parameters while a graph is made and checked: each parameter is evaluated once, and all of the work together
/// is bounded.
///
/// Nothing is kept once the check has ended: parameters and the environment may have other values later.
package final class FilledParameters: Sendable {
    /// What one graph may spend: a byte that is copied into a string counts as 1.
    static let effortOfOneGraph = 1 << 30
    /// What visiting or keeping an element counts as.
    static let effortOfElement = 64
    /// What a reference to a service counts as that a definition gets through a parameter.
    static let effortOfReference = 512
    /// How many bytes and elements of values are kept at most; what does not fit is evaluated each time.
    private static let mostKept = 4 * ParameterEvaluator.largestSize

    private struct State {
        var known: [String: Result<ParameterEvaluator.Result, ContainerError>] = [:]
        var room = FilledParameters.mostKept
        var effort: Int
        var lack: Diagnostic?
        var isClosed = false
    }

    private let state: Lock<State>

    init(effort: Int = effortOfOneGraph) {
        state = Lock(State(effort: effort))
    }

    /// The value of a parameter, if it has been evaluated; throws the error if that failed.
    func value(of name: String) throws -> ParameterEvaluator.Result? {
        try state.withLock { try $0.known[name]?.get() }
    }

    /// Keeps what the evaluation of a parameter came to, if there is room.
    func keep(_ result: Result<ParameterEvaluator.Result, ContainerError>, of name: String) {
        let size = (try? result.get().size) ?? 0
        state.withLock { state in
            guard !state.isClosed, state.known[name] == nil, size < state.room else { return }
            state.known[name] = result
            state.room -= size + 1
        }
    }

    /// Whether that much may still be done; if not, nothing else may be done either.
    func spend(_ effort: Int) -> Bool {
        state.withLock { state in
            if state.isClosed { return true }
            if state.effort < effort { state.effort = -1 }
            guard state.effort >= 0 else { return false }
            state.effort -= effort
            return true
        }
    }

    /// Names the place at which nothing was left to spend; only the first place counts.
    func blame(_ locate: (Diagnostic) -> Diagnostic) {
        state.withLock { state in
            guard state.effort < 0, state.lack == nil else { return }
            state.lack = locate(.tooMuchFilledIn())
        }
    }

    /// Why the graph was not checked to the end; nil if it was.
    var lack: Diagnostic? {
        state.withLock { state in
            if state.isClosed { return state.lack }
            return state.effort < 0 ? state.lack ?? .tooMuchFilledIn() : nil
        }
    }

    /// Forgets the values: the check has ended.
    func close() {
        state.withLock { state in
            state.known = [:]
            state.isClosed = true
        }
    }
}
