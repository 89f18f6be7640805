import LuaRuntime
import MoonwireCore

extension Word {
    /// `ref "id"`: a service that must be defined.
    static func ref(_ evaluation: Evaluation) -> Word { .reference(.required, evaluation) }
}

extension Word {
    /// A word that stands for a service. All kinds of reference are written alike: `ref "id"`, or `ref.id`, which is a name
    /// that tools can look up.
    static func reference(_ kind: ServiceReference.Kind, _ evaluation: Evaluation) -> Word {
        Word(kind.rawValue, evaluation, token: TokenKind(kind)) { call in
            let id = try call.name(1, of: kind.rawValue, "the id of a service")
            return call.token(.reference(ServiceReference(id, kind: kind, location: call.callSite)), evaluation)
        }
    }
}
