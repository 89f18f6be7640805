import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `now(param "name")`: the parameter's value as the scripts have set it so far, for use in the script itself.
    static func now(_ evaluation: Evaluation) -> Word {
        Word("now", evaluation, WordForm(1, "now(param \"name\")")) { call in
            let location = call.callSite
            guard case .parameter(let reference) = evaluation.value(ofTokenAt: call.position(0), call.stack) else {
                throw ContainerError(.expectsParameter(found: call.found(0), at: location))
            }
            let value = try evaluation.parameters.plainValue(
                of: reference.name, variables: evaluation.tracedVariables, at: location)
            evaluation.markForeign(value)
            evaluation.noteRead(parameter: reference.name)
            try value.write(to: call.stack.writer)
            return .values(1)
        }
    }
}
