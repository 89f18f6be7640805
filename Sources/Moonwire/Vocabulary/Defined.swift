import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `defined "id"`: whether the application, an earlier script, or an earlier line defines a service.
    static func defined(_ evaluation: Evaluation) -> Word {
        Word("defined", evaluation, WordForm(1, "defined \"id\"")) { call in
            let isDefined = evaluation.defines(try call.service(0, of: "defined", evaluation))
            try isDefined.write(to: call.stack.writer)
            return .values(1)
        }
    }
}
