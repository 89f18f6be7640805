import LuaRuntime
import MoonwireCore

extension Word {
    /// `provider "id"`: a handle that asks for the service anew each time.
    static func provider(_ evaluation: Evaluation) -> Word { .reference(.provider, evaluation) }
}
