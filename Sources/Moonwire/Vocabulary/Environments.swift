import LuaRuntime
import MoonwireCore

extension Word {
    /// `environments { "dev", "staging" }`: the environments that `when` may name.
    static func environments(_ evaluation: Evaluation) -> Word {
        Word("environments", evaluation, WordForm(1, "environments { \"dev\", … }")) { call in
            guard let list = call.argument(0), let names = try? [String].read(from: list), !names.isEmpty else {
                throw ContainerError(
                    .expectsName("environments", "a list of names", found: call.found(0), at: call.callSite))
            }
            evaluation.environments = names
            return .values(0)
        }
    }
}
