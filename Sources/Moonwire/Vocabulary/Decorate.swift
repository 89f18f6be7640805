import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `decorate "id" { … }` and `decorate "id" (function(inner, c) … end)`: wraps a service, and takes its place.
    static func decorate(_ evaluation: Evaluation) -> Word {
        let complete = Word("decorate", evaluation, WordForm(1, "decorate \"id\" { … }")) { call in
            let target = evaluation.finish(call.payload)
            let table = ServiceTable(
                evaluation, call, id: target, form: .decorator, origin: evaluation.origin(call),
                title: "decorator of \"\(target)\"")
            let definition = evaluation.defaults.applied(toDecorator: table.definition())
            evaluation.add(DecoratorTable(table.table).decorator(of: target, definition, call.position(0)))
            return .values(0)
        }
        return Word("decorate", evaluation, .begun("decorate \"id\" { … }")) { call in
            let target = try call.service(0, of: "decorate", evaluation)
            call.stack.pushFunction(
                complete.function, payload: evaluation.begin(target, at: call.callSite, word: "decorate"))
            return .values(1)
        }
    }
}

/// Reads what only a decorator's table says.
private struct DecoratorTable {
    private let table: ScriptTable

    init(_ table: ScriptTable) {
        self.table = table
    }

    private var stack: LuaStack { table.stack }

    func decorator(of target: String, _ definition: Definition, _ position: Int) -> Decorator {
        var name: String?
        var priority = 0
        var isOptional = false
        if position != 0, stack.luaType(at: position) == .table {
            stack.pushNil()
            while stack.next(position) {
                let value = stack.top
                switch stack.text(at: value - 1) {
                case "id": name = id(value)
                case "priority": priority = table.integer(value, "priority")
                case "if_present": isOptional = table.flag(value, "if_present")
                default: break
                }
                stack.pop(1)
            }
        }
        return Decorator(of: target, definition, name: name, priority: priority, isOptional: isOptional)
    }

    private func id(_ position: Int) -> String? {
        if let id = stack.text(at: position), !id.isEmpty { return id }
        table.report({ .expects(table.subject, "id", "an id", stack.found(position), at: $0) }, at: ["id"])
        return nil
    }
}
