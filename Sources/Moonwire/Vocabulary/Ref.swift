import LuaRuntime
import MoonwireCore

extension Word {
    /// `ref "id"`: a service that must be defined; `ref("id", { name = value })` passes arguments to it.
    static func ref(_ evaluation: Evaluation) -> Word { .reference(.required, evaluation) }
}

extension Word {
    /// A word that creates a reference to a service.
    ///
    /// All kinds of reference are written alike: `ref "id"`, or `ref.id`, which is a name that tools can look up.
    static func reference(_ kind: ServiceReference.Kind, _ evaluation: Evaluation) -> Word {
        let form: WordForm =
            kind.passesArguments
            ? .token("\(kind.rawValue)(\"id\", { … })", most: 2) : .token("\(kind.rawValue) \"id\"")
        let call = Word.function(kind.rawValue, evaluation, form) { call in
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
        var fields = kind.passesArguments && call.count > 2 ? fields(kind, id, call, evaluation) : []
        let isDroppable = kind == .optional && takeOption("drop", from: &fields, id, call, evaluation)
        let isBuilt = kind == .optional && takeOption("built", from: &fields, id, call, evaluation)
        if isDroppable { evaluation.noteDroppedReferences() }
        let reference = ServiceReference(
            id, kind: isBuilt ? .built : kind, location: location,
            arguments: fields.isEmpty ? nil : PassedArguments(fields),
            isDroppable: isDroppable, in: evaluation.module)
        call.stack.push(.value, index: evaluation.keep(whole: .reference(reference)))
        return .values(1)
    }

    /// Takes `drop` or `built` from the table of `optional`: all other names are those of arguments.
    private static func takeOption(
        _ name: String, from fields: inout [LabeledValue], _ id: String, _ call: LuaCall, _ evaluation: Evaluation
    ) -> Bool {
        guard let key = ScriptKey.keys(of: .optional).first(where: { $0.name == name }),
            let position = fields.firstIndex(where: { $0.label == key.name })
        else { return false }
        let value = fields.remove(at: position).value
        if case .value(.boolean(let isSet)) = value { return isSet }
        table(.optional, id, call, evaluation).refuse(value.found, key)
        return false
    }

    private static func table(
        _ kind: ServiceReference.Kind, _ id: String, _ call: LuaCall, _ evaluation: Evaluation
    ) -> ScriptTable {
        ScriptTable(
            evaluation: evaluation, stack: call.stack, key: kind.rawValue, title: "\(kind.rawValue) \"\(id)\"",
            origin: evaluation.origin(call))
    }

    /// The fields of the table after the id: the arguments that a reference passes, by name.
    private static func fields(
        _ kind: ServiceReference.Kind, _ id: String, _ call: LuaCall, _ evaluation: Evaluation
    ) -> [LabeledValue] {
        let table = table(kind, id, call, evaluation)
        let position = call.position(2)
        guard position != 0, call.stack.luaType(at: position) == .table else {
            table.report({ .expectsArguments(kind.rawValue, id, found: call.found(2), at: $0) }, at: [])
            return []
        }
        let content = table.content(position, at: [])
        if !content.elements.isEmpty {
            table.report({ .expectsArguments(kind.rawValue, id, found: "a list", at: $0) }, at: ["1"])
        }
        return content.fields
    }
}

extension ServiceReference.Kind {
    /// Whether it can pass arguments to the service: it is resolved together with the service that contains it.
    fileprivate var passesArguments: Bool {
        switch self {
        case .required, .optional, .built: true
        case .later, .lazy, .provider: false
        }
    }
}
