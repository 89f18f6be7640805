import LuaRuntime
import MoonwireCore

extension Word {
    /// More would be a mistake: every command that looks at all environments reads the scripts once for each of them.
    static let mostEnvironments = 100

    /// `environments { "dev", "staging" }`: the environments that `when` may name.
    static func environments(_ evaluation: Evaluation) -> Word {
        Word("environments", evaluation, WordForm(1, "environments { \"dev\", … }")) { call in
            guard let list = call.argument(0), let names = try? [String].read(from: list), !names.isEmpty else {
                throw ContainerError(
                    .expectsName("environments", "a list of names", found: call.found(0), at: call.callSite))
            }
            guard Set(names).count <= mostEnvironments else {
                throw ContainerError(
                    .tooManyEnvironments(Set(names).count, limit: mostEnvironments, at: call.callSite))
            }
            evaluation.conditions.environments = names
            return .values(0)
        }
    }
}
