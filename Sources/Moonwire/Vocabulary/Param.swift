import LuaRuntime
import MoonwireCore

extension Word {
    /// `param "name"`: the parameter's value at the time a service is built.
    static func param(_ evaluation: Evaluation) -> Word {
        Word("param", evaluation, WordForm(1, "param \"id\"")) { call in
            let name = try call.name(0, of: "param", "a parameter's name")
            return call.token(.parameter(ParameterReference(name, location: call.callSite)), evaluation)
        }
    }
}
