import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `inline { … }`: a service without an id, made for the place where it is written.
    static func inline(_ evaluation: Evaluation) -> Word {
        Word("inline", evaluation, WordForm(1, "inline { … }")) { call in
            let table = ServiceTable(evaluation, call, id: "", form: .inline, origin: evaluation.origin(call))
            call.stack.push(.value, index: evaluation.keep(inline: table.definition()))
            return .values(1)
        }
    }
}
