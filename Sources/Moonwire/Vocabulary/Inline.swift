import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `inline { … }`: a service without an id, for one argument.
    static func inline(_ evaluation: Evaluation) -> Word {
        Word("inline", evaluation, WordForm(1, "inline { … }")) { call in
            let table = ServiceTable(evaluation, call, id: "", .inline, origin: evaluation.origin(call))
            call.stack.push(.value, index: evaluation.keep(inline: table.definition()))
            return .values(1)
        }
    }
}
