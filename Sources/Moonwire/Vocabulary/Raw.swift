import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `raw "…"`: a string in which `%name%` and `@id` have no special meaning.
    static func raw(_ evaluation: Evaluation) -> Word {
        Word("raw", evaluation, WordForm(1, "raw \"id\"")) { call in
            let text = try call.name(0, of: "raw", "a string", mayBeEmpty: true)
            return call.token(.value(.text(text)), evaluation)
        }
    }
}
