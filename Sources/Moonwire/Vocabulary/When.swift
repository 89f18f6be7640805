import LuaRuntime
import MoonwireCore

extension Word {
    /// `when("env", function() … end)`: runs the function in that environment only; nested ones must all hold.
    static func when(_ evaluation: Evaluation) -> Word {
        Word("when", evaluation, WordForm(2, "when(\"id\", function() … end)")) { call in
            let location = call.callSite
            let name = try call.name(0, of: "when", "an environment's name")
            let environments = evaluation.conditions.environments
            guard environments.contains(name) else {
                evaluation.report(.unknownEnvironment(name, known: environments, at: location))
                return .values(0)
            }
            let position = call.position(1)
            guard position != 0, call.stack.luaType(at: position) == .function else {
                throw ContainerError(.expectsFunction("when", found: call.found(1), at: location))
            }
            guard name == evaluation.inputs.environment else { return .values(0) }
            let body = call.stack.function(at: position)
            let outer = evaluation.conditions
            evaluation.conditions.outerChunks += call.activeChunks
            evaluation.conditions.isConditional = true
            defer {
                evaluation.conditions.outerChunks = outer.outerChunks
                evaluation.conditions.isConditional = outer.isConditional
            }
            // The call enters the interpreter again, so the lock is released meanwhile.
            do { try call.runUserCode { try body.call() } } catch let error as LuaError {
                throw ContainerError(error.diagnostic, underlying: error)
            }
            return .values(0)
        }
    }
}
