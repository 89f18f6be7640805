import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `tagged "name"` and `tagged("name", { by = "attribute", lazy = true })`: all services with a tag.
    static func tagged(_ evaluation: Evaluation) -> Word {
        Word("tagged", evaluation, WordForm(2, "tagged(\"id\", { … })")) { call in
            let tag = try call.name(0, of: "tagged", "a tag")
            var (key, isLazy) = (String?.none, false)
            if call.count > 1 {
                let table = ScriptTable(
                    evaluation: evaluation, stack: call.stack, key: "tagged", title: "tagged \"\(tag)\"",
                    origin: evaluation.origin(call))
                (key, isLazy) = options(call.position(1), call.found(1), table)
            }
            let reference = TaggedReference(
                tag, by: key, kind: isLazy ? .lazy : .required, location: call.callSite)
            return call.token(.placeholder(.tagged(reference)), evaluation)
        }
    }

    private static func options(_ position: Int, _ found: String, _ table: ScriptTable) -> (key: String?, isLazy: Bool)
    {
        var (key, isLazy) = (String?.none, false)
        guard position != 0, table.stack.luaType(at: position) == .table else {
            table.report({ .expectsTable(table.subject, orFunction: false, found: found, at: $0) }, at: [])
            return (key, isLazy)
        }
        table.forEachField(position, of: .tagged) { option, value in
            if option.name == "lazy" {
                isLazy = table.flag(value, option)
            } else if let name = table.stack.text(at: value), !name.isEmpty {
                key = name
            } else {
                table.refuse(value, option)
            }
        }
        return (key, isLazy)
    }
}
