import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `tagged "name"` and `tagged("name", { by = "attribute", lazy = true })`: all services with a tag.
    static func tagged(_ evaluation: Evaluation) -> Word {
        Word("tagged", evaluation, WordForm(2, "tagged(\"id\", { … })")) { call in
            let tag = try call.name(0, of: "tagged", "a tag")
            var options = TaggedOptions()
            if call.count > 1 {
                let table = ScriptTable(
                    evaluation: evaluation, stack: call.stack, key: "tagged", title: "tagged \"\(tag)\"",
                    origin: evaluation.origin(call))
                options.read(call, table)
            }
            let reference = TaggedReference(
                tag, by: options.key, kind: options.kind, excluding: options.excluded,
                hasAttributes: options.hasAttributes,
                location: call.callSite)
            return call.token(.placeholder(.tagged(reference)), evaluation)
        }
    }
}

/// The options of `tagged`.
private struct TaggedOptions {
    private(set) var key: String?
    private(set) var excluded: ServiceList?
    private(set) var hasAttributes = false
    private var isLazy = false
    private var isProvider = false

    var kind: ServiceReference.Kind { isLazy ? .lazy : isProvider ? .provider : .required }

    mutating func read(_ call: LuaCall, _ table: ScriptTable) {
        let position = call.position(1)
        guard position != 0, table.stack.luaType(at: position) == .table else {
            table.report({ .expectsTable(table.subject, orFunction: false, found: call.found(1), at: $0) }, at: [])
            return
        }
        table.forEachField(position, of: .tagged) { option, value in
            switch option.name {
            case "lazy": isLazy = table.flag(value, option)
            case "provider": isProvider = table.flag(value, option)
            case "exclude": excluded = table.excluded(value, option)
            case "attributes": hasAttributes = table.flag(value, option)
            default: key = name(value, option, table)
            }
        }
        if isLazy, isProvider {
            table.report({ .conflict(table.subject, "lazy", "provider", at: $0) }, at: ["provider"])
        }
    }

    private func name(_ position: Int, _ option: ScriptKey, _ table: ScriptTable) -> String? {
        if let name = table.stack.text(at: position), !name.isEmpty { return name }
        table.refuse(position, option)
        return nil
    }
}
