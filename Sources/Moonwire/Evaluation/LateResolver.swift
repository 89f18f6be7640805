import LuaRuntime
import MoonwireCore
import MoonwireSupport

/// The generation that the functions of the scripts belong to, known from the first time one of them is called.
final class LateResolver: Sendable {
    private struct State {
        var resolver: ServiceResolver?
        var report: ScriptReport?
        var modules: [FileModule] = []
        /// The context of each module.
        var contexts: [ObjectIdentifier: ModuleContext] = [:]
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

    /// The `c` of functions of a module's file.
    func context(in module: FileModule) -> ModuleContext {
        state.withLock { state in
            if let known = state.contexts[ObjectIdentifier(module)] { return known }
            state.modules.append(module)
            let context = ModuleContext(number: state.modules.count)
            state.contexts[ObjectIdentifier(module)] = context
            return context
        }
    }

    /// The whole id of a service that a function names; `number` is that of the context, and 0 outside of modules.
    func id(of name: String, in number: Int) -> String {
        guard number > 0 else { return name }
        let module = state.withLock { $0.modules.indices.contains(number - 1) ? $0.modules[number - 1] : nil }
        return module?.id(of: name) ?? name
    }

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
