import LuaRuntime
import MoonwireCore

/// The memory of the interpreter in which scripts were read.
///
/// Their functions keep it, not this.
final class InterpreterMemory: ScriptMemory {
    private weak let interpreter: Interpreter?
    /// The other interpreters in which their parallel functions run.
    private let parallel: ParallelFunctions

    init(_ interpreter: Interpreter, _ parallel: ParallelFunctions) {
        self.interpreter = interpreter
        self.parallel = parallel
    }

    func collect() {
        interpreter?.collect()
        parallel.releaseFree()
    }

    func makeWeak(_ object: AnyObject) { interpreter?.makeWeak(object) }

    func retire() {
        interpreter?.retire()
        parallel.retire()
    }
}
