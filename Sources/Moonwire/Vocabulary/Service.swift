import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `service "id" { … }` and `service "id" (function(c) … end)`: defines a service, and returns a reference to it.
    static func service(_ evaluation: Evaluation) -> Word {
        let complete = Word.function("service", evaluation, WordForm(1, "service \"id\" { … }")) { call in
            let id = evaluation.finish(call.payload)
            let origin = evaluation.origin(call)
            let definition = ServiceTable(evaluation, call, id: id, .service, origin: origin).definition()
            evaluation.add(evaluation.defaults.applied(to: definition))
            return call.token(.reference(ServiceReference(id, location: origin.location)), evaluation)
        }
        return Word("service", evaluation, .begun("service \"id\" { … }")) { call in
            let id = try call.name(0, of: "service", "an id")
            let number = evaluation.begin(id, at: call.callSite)
            call.stack.pushFunction(complete, payload: number)
            return .values(1)
        }
    }
}
