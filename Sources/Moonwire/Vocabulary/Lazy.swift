import LuaRuntime
import MoonwireCore

extension Word {
    /// `lazy "id"`: a handle that builds the service at first use.
    static func lazy(_ evaluation: Evaluation) -> Word { .reference(.lazy, evaluation) }
}
