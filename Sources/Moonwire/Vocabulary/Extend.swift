import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `extend "id" { … }`: changes keys and arguments of a service that an earlier line or script defines.
    ///
    /// In passes, the definition may be given instead of its id.
    static func extend(_ evaluation: Evaluation) -> Word {
        let complete = Word.function("extend", evaluation, WordForm(1, "extend \"id\" { … }")) { call in
            let id = evaluation.finish(call.payload)
            let origin = evaluation.origin(call)
            var change = ServiceTable(
                evaluation, call, id: id, .extension, origin: origin, title: "extend \"\(id)\""
            ).definition()
            change.precedence = .extends
            evaluation.add(change)
            return call.token(
                .reference(ServiceReference(id, location: origin.location, in: evaluation.module)), evaluation)
        }
        return Word("extend", evaluation, .begun("extend \"id\" { … }")) { call in
            let definition = try ScriptRecord<ScriptRecords.Definition>.id(call.position(0), call.stack)
            let id = try definition ?? call.service(0, of: "extend", evaluation)
            call.stack.pushFunction(
                complete, payload: evaluation.begin(id, at: call.callSite, word: "extend"))
            return .values(1)
        }
    }
}
