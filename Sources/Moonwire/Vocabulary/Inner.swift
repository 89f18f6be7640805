import LuaRuntime
import MoonwireCore

extension Word {
    /// `inner`: the service that a decorator wraps.
    static func inner(_ evaluation: Evaluation) -> Word {
        Word("inner", .value(.value, index: evaluation.keep(.placeholder(.inner))))
    }
}
