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
        var word = Word(kind.rawValue, evaluation, .token("\(kind.rawValue) \"id\"")) { call in
            try reference(kind, call, evaluation, at: call.callSite)
        }
        // Lua reads the last field of a list when the list has ended: a place of its own would be the wrong one.
        let field = Word(kind.rawValue, evaluation, .internal) { call in
            try reference(kind, call, evaluation, at: nil)
        }
        word.field = (TokenKind(kind), field.function)
        return word
    }

    private static func reference(
        _ kind: ServiceReference.Kind, _ call: LuaCall, _ evaluation: Evaluation, at location: ScriptLocation?
    ) throws -> LuaReturn {
        let id = try call.name(1, of: kind.rawValue, "the id of a service")
        return call.token(.reference(ServiceReference(id, kind: kind, location: location)), evaluation)
    }
}

extension Vocabulary {
    /// What words give in place of values: nobody can look into it, and `ref.mail.transport` says how ids with dots are written.
    static func defineReference(_ evaluation: Evaluation) throws {
        let field = Word("reference", evaluation, .internal, isLasting: true) { call in
            let value = evaluation.value(ofTokenAt: call.position(0), call.stack)
            throw ContainerError(.fieldOfReference(call.stack.text(at: call.position(1)), value, at: call.callSite))
        }
        try evaluation.interpreter.define(.value, field: field.function)
    }
}
