import LuaRuntime
import MoonwireCore

extension Word {
    /// `parallel(function(…) … end)`: a function that threads call at the same time, each in an interpreter of its own.
    static func parallel(_ evaluation: Evaluation) -> Word {
        Word("parallel", evaluation, WordForm(1, "parallel(function(…) … end)")) { call in
            let position = call.position(0)
            guard position != 0, call.stack.luaType(at: position) == .function else {
                throw ContainerError(.expectsFunction("parallel", found: call.found(0), at: call.callSite))
            }
            guard call.stack.isScriptFunction(at: position) else {
                throw ContainerError(.parallelExpectsScript(at: call.callSite))
            }
            call.stack.markParallel(position)
            call.stack.copyToTop(position)
            return .values(1)
        }
    }
}
