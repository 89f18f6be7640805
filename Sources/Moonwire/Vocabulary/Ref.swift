import LuaRuntime
import MoonwireCore

extension Word {
    /// `ref "id"`: a service that must be defined.
    static func ref(_ evaluation: Evaluation) -> Word {
        .reference("ref", .required, evaluation)
    }
}

extension Word {
    /// A word that stands for a service: all kinds of reference are written alike.
    static func reference(_ name: String, _ kind: ServiceReference.Kind, _ evaluation: Evaluation) -> Word {
        Word(name) { call in
            let id = try call.name(0, of: name, "the id of a service")
            let reference = ServiceReference(id, kind: kind, location: call.callSite)
            return call.token(.reference(reference), evaluation)
        }
    }
}
