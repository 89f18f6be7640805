import LuaRuntime
import MoonwireCore

extension Word {
    /// `ref "id"`: a service that must be defined.
    static func ref(_ evaluation: Evaluation) -> Word { .reference(.required, evaluation) }
}

extension Word {
    /// A word that creates a reference to a service.
    ///
    /// All kinds of reference are written alike: `ref "id"`, or `ref.id`, which is a name that tools can look up.
    static func reference(_ kind: ServiceReference.Kind, _ evaluation: Evaluation) -> Word {
        let call = Word.function(kind.rawValue, evaluation, .token("\(kind.rawValue) \"id\"")) { call in
            try reference(kind, call, evaluation, at: call.callSite)
        }
        // Lua reads the last field of a list when the list has ended, so that the line of the call would be the wrong one.
        let field = Word.function(kind.rawValue, evaluation, .internal) { call in
            try reference(kind, call, evaluation, at: nil)
        }
        return Word(kind.rawValue, .token(TokenKind(kind), call: call, field: field))
    }

    private static func reference(
        _ kind: ServiceReference.Kind, _ call: LuaCall, _ evaluation: Evaluation, at location: ScriptLocation?
    ) throws -> LuaReturn {
        let id = try call.name(1, of: kind.rawValue, "the id of a service")
        return call.token(.reference(ServiceReference(id, kind: kind, location: location)), evaluation)
    }
}
