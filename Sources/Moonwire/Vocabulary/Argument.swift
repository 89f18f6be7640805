import LuaRuntime
import MoonwireCore

extension Word {
    /// `argument "name"`: a value that is given when the service is resolved; `argument("name", default)` may be omitted.
    static func argument(_ evaluation: Evaluation) -> Word {
        Word("argument", evaluation, WordForm(2, "argument(\"name\", default)")) { call in
            let name = try call.name(0, of: "argument", "the name of an argument")
            let rank = evaluation.tokenCount
            var defaultValue: WiredValue?
            if call.count > 1 {
                let table = ScriptTable(
                    evaluation: evaluation, stack: call.stack, key: "argument", title: "argument \"\(name)\"",
                    origin: evaluation.origin(call))
                defaultValue = table.value(call.position(1), at: ["default"])
            }
            let reference = ArgumentReference(name, default: defaultValue, rank: rank, location: call.callSite)
            call.stack.push(.value, index: evaluation.keep(whole: .argument(reference)))
            return .values(1)
        }
    }
}
