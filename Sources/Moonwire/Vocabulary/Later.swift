import LuaRuntime
import MoonwireCore

extension Word {
    /// `later "id"`: in `set` and `call`, a service that needs this one in turn.
    static func later(_ evaluation: Evaluation) -> Word { .reference(.later, evaluation) }
}
