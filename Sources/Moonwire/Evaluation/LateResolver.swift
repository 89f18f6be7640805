import LuaRuntime
import MoonwireCore
import MoonwireSupport

/// The generation that the functions of the scripts belong to, known from the first time one of them is called.
final class LateResolver: Sendable {
    private struct State {
        var resolver: ServiceResolver?
        var report: ScriptReport?
    }

    private let state = Lock(State())
    /// The `c` of functions.
    let context = ScriptContext()

    func attach(_ resolver: ServiceResolver) {
        state.withLock { state in
            if state.resolver == nil { state.resolver = resolver.withoutOverrides }
        }
    }

    /// Whether scripts are still being read; nothing is built until they are.
    var isReading: Bool { state.withLock { $0.resolver == nil } }

    /// Nil while scripts are read, and once the generation is retired.
    var current: ServiceResolver? {
        state.withLock { $0.resolver }?.inForce
    }

    /// The `report` of passes, which the interpreter does not know until a script has a pass.
    func report(in interpreter: Interpreter) -> ScriptReport {
        if let known = state.withLock({ $0.report }) { return known }
        let report = ScriptReport()
        ScriptReport.register(report, with: interpreter)
        state.withLock { $0.report = report }
        return report
    }
}
