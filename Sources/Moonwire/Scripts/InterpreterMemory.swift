import LuaRuntime
import MoonwireCore

/// The memory of the interpreter in which scripts were read.
///
/// Their functions keep it, not this.
final class InterpreterMemory: ScriptMemory {
    private weak let interpreter: Interpreter?

    init(_ interpreter: Interpreter) {
        self.interpreter = interpreter
    }

    func collect() { interpreter?.collect() }
    func retire() { interpreter?.retire() }
}
