import MoonwireSupport
import MoonwireValues

/// The values of parameters while a graph is created and checked: each parameter is evaluated once, and all the work together is
/// limited.
///
/// Nothing is kept after the check: parameters and the environment may change later.
package final class FilledParameters: Sendable {
    /// The limit of the work for one graph; a byte that is copied into a string counts as 1.
    static let effortOfOneGraph = 1 << 30
    /// The cost of visiting or storing an element.
    static let effortOfElement = 64
    /// The cost of a reference to a service that a definition gets through a parameter.
    static let effortOfReference = 512
    /// The limit of the size of cached values; values beyond it are evaluated each time.
    private static let mostKept = 4 * ParameterEvaluator.largestSize

    private struct State {
        var known: [String: Result<ParameterEvaluator.Result, ContainerError>] = [:]
        var processed: [ProcessedText: PlainValue] = [:]
        var room = FilledParameters.mostKept
        var effort: Int
        var lack: Diagnostic?
        var isClosed = false
    }

    private let state: Lock<State>
    /// Whether the limit may have been reached, so that most calls of ``blame(_:)`` need no lock.
    private let mayLack = Atomic(false)

    init(effort: Int = effortOfOneGraph) {
        state = Lock(State(effort: effort))
    }

    /// The value of a parameter, if it has been evaluated; throws the error if the evaluation failed.
    func value(of name: String) throws -> ParameterEvaluator.Result? {
        try state.withLock { try $0.known[name]?.get() }
    }

    /// Caches the result of evaluating a parameter, within the limit.
    func keep(_ result: Result<ParameterEvaluator.Result, ContainerError>, of name: String) {
        let size = (try? result.get().size) ?? 0
        state.withLock { state in
            guard !state.isClosed, state.known[name] == nil, size < state.room else { return }
            state.known[name] = result
            state.room -= size + 1
        }
    }

    /// Whether the limit allows the given work; if not, no further work is allowed either.
    func spend(_ effort: Int) -> Bool {
        state.withLock { state in
            if state.isClosed { return true }
            if state.effort < effort {
                state.effort = -1
                mayLack.store(true, ordering: .relaxed)
            }
            guard state.effort >= 0 else { return false }
            state.effort -= effort
            return true
        }
    }

    /// The CPU time of all processors together during a load.
    private static let timeOfProcessors = Duration.seconds(1)
    private let processorTime = CPUTimeLimit(limit: timeOfProcessors)

    /// The value that processors return for a string, cached; throws instead if those so far have used up their time.
    func processedValue(
        of reference: EnvironmentReference, _ text: String, _ read: () throws -> PlainValue
    ) throws -> PlainValue {
        let source = ProcessedText(reference, text)
        let (known, isClosed) = state.withLock { ($0.processed[source], $0.isClosed) }
        if let known { return known }
        if isClosed { return try read() }
        if processorTime.isUsedUp {
            throw ContainerError(.processorsTookTooLong(reference, limit: Self.timeOfProcessors))
        }
        let value = try processorTime.measure(read)
        state.withLock { state in
            guard !state.isClosed, value.size < state.room else { return }
            state.processed[source] = value
            state.room -= value.size + 1
        }
        return value
    }

    /// Records where the limit was reached; only the first location counts.
    func blame(_ locate: (Diagnostic) -> Diagnostic) {
        // A graph is made and checked by one thread.
        guard mayLack.load(ordering: .relaxed) else { return }
        state.withLock { state in
            guard state.effort < 0, state.lack == nil else { return }
            state.lack = locate(.tooMuchFilledIn())
        }
    }

    /// Why the graph was not checked completely; nil if it was.
    var lack: Diagnostic? {
        state.withLock { state in
            if state.isClosed { return state.lack }
            return state.effort < 0 ? state.lack ?? .tooMuchFilledIn() : nil
        }
    }

    /// Drops the values at the end of the check.
    func close() {
        state.withLock { state in
            state.known = [:]
            state.processed = [:]
            state.isClosed = true
        }
    }
}

/// The text of a variable that processors read.
private struct ProcessedText: Hashable {
    private let type: EnvironmentType
    /// Types are equal if their processors have the same names, which those of overrides may have, too.
    private let processors: [ObjectIdentifier]
    private let variable: String
    private let text: String

    init(_ reference: EnvironmentReference, _ text: String) {
        type = reference.type
        processors = reference.type.processors
        variable = reference.name
        self.text = text
    }
}

extension EnvironmentType {
    fileprivate var processors: [ObjectIdentifier] {
        switch self {
        case .processor(let processor): [ObjectIdentifier(processor)]
        case .chain(let first, let last): first.processors + last.processors
        default: []
        }
    }
}
