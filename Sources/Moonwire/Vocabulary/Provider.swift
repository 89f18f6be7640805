import LuaRuntime
import MoonwireCore

extension Word {
    /// `provider "id"`: a handle that resolves the service each time it is used.
    static func provider(_ evaluation: Evaluation) -> Word { .reference(.provider, evaluation) }
}
