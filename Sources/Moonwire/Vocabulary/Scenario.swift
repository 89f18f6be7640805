import LuaRuntime
import MoonwireCore

extension Word {
    /// `scenario "name" { … }`: a wiring for tests, which only a test uses.
    static func scenario(_ evaluation: Evaluation) -> Word {
        let usage = "scenario \"id\" { … }"
        let complete = Word.function("scenario", evaluation, WordForm(1, usage)) { call in
            let name = evaluation.finish(call.payload)
            if let scenario = ScenarioTable(evaluation, call, name).scenario() { evaluation.add(scenario) }
            return .values(0)
        }
        return Word("scenario", evaluation, .begun(usage)) { call in
            let name = try call.name(0, of: "scenario", "a name")
            call.stack.pushFunction(complete, payload: evaluation.begin(name, at: call.callSite, word: "scenario"))
            return .values(1)
        }
    }
}
