import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `typed "Type"` and `typed("Type", { all = true })`: the service of a type, or all of them.
    static func typed(_ evaluation: Evaluation) -> Word {
        Word("typed", evaluation, WordForm(2, "typed(\"id\", { … })")) { call in
            let type = try call.name(0, of: "typed", "the name of a type")
            var options = TypedOptions()
            if call.count > 1 {
                let table = ScriptTable(
                    evaluation: evaluation, stack: call.stack, key: "typed", title: "typed \"\(type)\"",
                    origin: evaluation.origin(call))
                options.read(call, table)
            }
            evaluation.noteWiringByType()
            let reference = TypedReference(
                type, options.number, kind: options.kind, excluding: options.excluded, location: call.callSite)
            return call.token(.placeholder(.typed(reference)), evaluation)
        }
    }
}

/// The options of `typed`.
private struct TypedOptions {
    private var given: Set<String> = []
    private(set) var excluded: ServiceList?

    var number: TypedReference.Number {
        given.contains("all") ? .all : given.contains("optional") ? .oneOrNone : .one
    }

    var kind: ServiceReference.Kind {
        given.contains("lazy") ? .lazy : given.contains("provider") ? .provider : .required
    }

    mutating func read(_ call: LuaCall, _ table: ScriptTable) {
        let position = call.position(1)
        guard position != 0, table.stack.luaType(at: position) == .table else {
            table.report({ .expectsTable(table.subject, orFunction: false, found: call.found(1), at: $0) }, at: [])
            return
        }
        table.forEachField(position, of: .typed) { option, value in
            if option.name == "exclude" {
                excluded = table.excluded(value, option)
            } else if table.flag(value, option) {
                given.insert(option.name)
            }
        }
        for (first, second) in [("all", "optional"), ("lazy", "provider")] where given.isSuperset(of: [first, second]) {
            table.report({ .conflict(table.subject, first, second, at: $0) }, at: [second])
        }
    }
}
