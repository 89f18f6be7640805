import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `preferences "Group" { name = { default = … }, … }`: typed settings with their defaults.
    static func preferences(_ evaluation: Evaluation) -> Word {
        let complete = Word.function("preferences", evaluation, WordForm(1, "preferences \"id\" { … }")) { call in
            let group = evaluation.finish(call.payload)
            let origin = evaluation.origin(call)
            for definition in PreferencesTable(evaluation, call, group, origin).definitions() {
                evaluation.add(definition)
            }
            return .values(0)
        }
        return Word("preferences", evaluation, .begun("preferences \"id\" { … }")) { call in
            let group = try call.name(0, of: "preferences", "the name of a group")
            let number = evaluation.begin(group, at: call.callSite, word: "preferences")
            call.stack.pushFunction(complete, payload: number)
            return .values(1)
        }
    }
}
