import LuaRuntime
import MoonwireCore

extension Word {
    /// `alias "id" "target"` and `alias "id" (ref.target)`: another id of a service.
    static func alias(_ evaluation: Evaluation) -> Word {
        let complete = Word.function("alias", evaluation, WordForm(1, "alias \"id\" \"target\"")) { call in
            let id = evaluation.finish(call.payload)
            let target = try call.service(0, of: "alias \"\(id)\"", evaluation)
            let origin = evaluation.origin(call)
            evaluation.add(Definition(id: id, origin: origin, construction: .alias(of: ServiceReference(target))))
            return call.token(.reference(ServiceReference(id, location: origin.location)), evaluation)
        }
        return Word("alias", evaluation, .begun("alias \"id\" \"target\"")) { call in
            let id = try call.name(0, of: "alias", "an id")
            call.stack.pushFunction(
                complete, payload: evaluation.begin(id, at: call.callSite, word: "alias"))
            return .values(1)
        }
    }
}
