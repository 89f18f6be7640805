import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `service "id" { … }` and `service "id" (function(c) … end)`: defines a service, and returns a reference to it.
    static func service(_ evaluation: Evaluation) -> Word { service("service", .replaces, evaluation) }

    /// `default_service "id" { … }`: defines a service unless an earlier line or script does.
    static func defaultService(_ evaluation: Evaluation) -> Word { service("default_service", .yields, evaluation) }

    private static func service(
        _ name: String, _ precedence: Definition.Precedence, _ evaluation: Evaluation
    ) -> Word {
        let usage = "\(name) \"id\" { … }"
        let complete = Word.function(name, evaluation, WordForm(1, usage)) { call in
            let id = evaluation.finish(call.payload)
            let origin = evaluation.origin(call)
            var definition = ServiceTable(evaluation, call, id: id, .service, origin: origin).definition()
            if precedence != .replaces { definition.precedence = precedence }
            evaluation.add(evaluation.defaults.applied(to: definition))
            return call.token(
                .reference(ServiceReference(id, location: origin.location, in: evaluation.module)), evaluation)
        }
        return Word(name, evaluation, .begun(usage)) { call in
            let id = try call.name(0, of: name, "an id")
            call.stack.pushFunction(complete, payload: evaluation.begin(id, at: call.callSite, word: name))
            return .values(1)
        }
    }
}
