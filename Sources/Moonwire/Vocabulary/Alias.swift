import LuaRuntime
import MoonwireCore

extension Word {
    /// `alias "id" "target"`: another id of a service.
    static func alias(_ evaluation: Evaluation) -> Word {
        let complete = HostFunction(name: "alias") { call in
            let id = evaluation.finish(call.payload)
            let target = try call.name(0, of: "alias \"\(id)\"", "the id of a service")
            let origin = evaluation.origin(call)
            evaluation.add(Definition(id: id, origin: origin, construction: .alias(of: ServiceReference(target))))
            return call.token(.reference(ServiceReference(id, location: origin.location)), evaluation)
        }
        return Word("alias") { call in
            let id = try call.name(0, of: "alias", "an id")
            call.stack.pushFunction(complete, payload: evaluation.begin(id, at: call.callSite, word: "alias"))
            return .values(1)
        }
    }
}
