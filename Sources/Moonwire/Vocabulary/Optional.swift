import LuaRuntime
import MoonwireCore

extension Word {
    /// `optional "id"`: a service, or nothing when it is not defined.
    static func optional(_ evaluation: Evaluation) -> Word { .reference(.optional, evaluation) }
}
