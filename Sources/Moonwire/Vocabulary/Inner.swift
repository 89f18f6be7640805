import LuaRuntime
import MoonwireCore

extension Vocabulary {
    /// `inner`: what a decorator wraps.
    static func defineInner(_ evaluation: Evaluation) throws {
        let index = evaluation.keep(.placeholder(.inner))
        try evaluation.interpreter.setGlobal("inner") { $0.push(.value, index: index) }
    }
}
