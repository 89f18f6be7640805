import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `service "id" { … }` and `service "id" (function(c) … end)`: defines a service, and gives a reference to it.
    static func service(_ evaluation: Evaluation) -> Word {
        let complete = HostFunction(name: "service") { call in
            let id = evaluation.finish(call.payload)
            let origin = evaluation.origin(call)
            evaluation.add(ServiceTable(evaluation, call, id: id, origin: origin).definition())
            return call.token(.reference(ServiceReference(id, location: origin.location)), evaluation)
        }
        return Word("service") { call in
            let id = try call.name(0, of: "service", "an id")
            let number = evaluation.begin(id, at: call.callSite)
            call.stack.pushFunction(complete, payload: number)
            return .values(1)
        }
    }
}
