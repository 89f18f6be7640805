import LuaRuntime
import MoonwireCore

extension Word {
    /// `preference "Group.name"`: the preference's value at the time a service is built.
    static func preference(_ evaluation: Evaluation) -> Word {
        Word("preference", evaluation, WordForm(1, "preference \"id\"")) { call in
            let name = try call.name(0, of: "preference", "a preference's name")
            return call.token(.preference(PreferenceReference(name, location: call.callSite)), evaluation)
        }
    }
}
