import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `decorate "id" { … }` and `decorate "id" (function(inner, c) … end)`: wraps a service, and replaces it.
    static func decorate(_ evaluation: Evaluation) -> Word {
        let complete = Word.function("decorate", evaluation, WordForm(1, "decorate \"id\" { … }")) { call in
            let target = evaluation.finish(call.payload)
            let table = ServiceTable(
                evaluation, call, id: target, .decorator, origin: evaluation.origin(call),
                title: "decorator of \"\(target)\"")
            let definition = evaluation.defaults.applied(toDecorator: table.definition())
            evaluation.add(DecoratorTable(table.table).decorator(of: target, definition, call.position(0)))
            return .values(0)
        }
        return Word("decorate", evaluation, .begun("decorate \"id\" { … }")) { call in
            let target = try call.service(0, of: "decorate", evaluation)
            call.stack.pushFunction(
                complete, payload: evaluation.begin(target, at: call.callSite, word: "decorate"))
            return .values(1)
        }
    }
}

/// Reads the keys that only a decorator has.
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
            for key in ScriptKey.keys(of: .decorator) where Self.own.contains(key.name) {
                stack.rawGet(position, key: key.name)
                let value = stack.top
                if stack.luaType(at: value) != .nil {
                    switch key.name {
                    case "id": name = id(value, key)
                    case "priority": priority = table.integer(value, key)
                    default: isOptional = table.flag(value, key)
                    }
                }
                stack.pop(1)
            }
        }
        var whole = definition
        whole.module = table.evaluation.module
        return Decorator(
            of: target, whole, name: name.map(table.evaluation.defining), priority: priority, isOptional: isOptional)
    }

    /// The keys that ``ServiceTable`` leaves to the word.
    private static let own: Set = ["id", "priority", "if_present"]

    private func id(_ position: Int, _ key: ScriptKey) -> String? {
        if let id = stack.text(at: position), !id.isEmpty { return id }
        table.refuse(position, key)
        return nil
    }
}
