internal import MoonwireSupport
public import MoonwireValues

/// Counts the calls of functions of scripts, and what they use.
///
///     let metrics = FunctionMetrics()
///     let lua = try Interpreter()
///     lua.measureFunctions(with: metrics)
///     for function in metrics.functions { print(function.location, function.calls, function.time) }
///
/// Functions are counted if Swift received them after ``Interpreter/measureFunctions(with:)``; all others pay nothing. A measured call takes
/// about a tenth of a microsecond longer.
public final class FunctionMetrics: Sendable {
    private let counters = Lock<[ScriptLocation: FunctionCounter]>([:])

    /// Creates metrics without any function.
    public init() {}

    /// What a function of a script has used, in all calls by Swift.
    public struct Function: Sendable, Hashable {
        /// The line where the function begins; functions that begin in one line are counted together.
        public let location: ScriptLocation
        /// The calls that have ended, with a result or an error.
        public let calls: Int
        /// The instructions, in steps of a thousand, with those of calls within; zero unless the budget is ``Interpreter/Budget/exact``.
        public let instructions: Int
        /// The time between the begin and the end of the calls, with that of the application's functions that they call.
        public let time: Duration
    }

    /// The functions that were called, by file and line.
    public var functions: [Function] {
        let counters = counters.withLock { $0 }
        return counters.map { location, counter in counter.function(at: location) }.filter { $0.calls > 0 }
            .sorted { ($0.location.file, $0.location.line) < ($1.location.file, $1.location.line) }
    }

    func counter(at location: ScriptLocation) -> FunctionCounter {
        counters.withLock { counters in
            if let known = counters[location] { return known }
            let counter = FunctionCounter()
            counters[location] = counter
            return counter
        }
    }
}

/// Counts the calls of one function.
final class FunctionCounter: Sendable {
    private struct Uses {
        var calls = 0
        var instructions = 0
        var time = Duration.zero
    }

    private let uses = Lock(Uses())

    func function(at location: ScriptLocation) -> FunctionMetrics.Function {
        let uses = uses.withLock { $0 }
        return FunctionMetrics.Function(
            location: location, calls: uses.calls, instructions: uses.instructions,
            time: uses.time)
    }

    func add(instructions: Int, time: Duration) {
        uses.withLock { uses in
            uses.calls += 1
            uses.instructions += instructions
            uses.time += time
        }
    }
}

/// Where the measurement of a call began.
struct FunctionMeasurement {
    let counter: FunctionCounter
    /// What the entry had left of its budget.
    let budget: Int64
    private let began = ContinuousClock.now

    init(_ counter: FunctionCounter, budget: Int64) {
        self.counter = counter
        self.budget = budget
    }

    /// Counts the call, whose entry has that budget left.
    func end(budget left: Int64) {
        counter.add(instructions: Int(clamping: max(0, budget - left)), time: ContinuousClock.now - began)
    }
}
