import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `pass("name", function(definitions, report) … end, { stage =, priority = })`: a check or a change of the whole wiring.
    ///
    /// A table is called, which has the passes that Moonwire provides; it is the first argument.
    static func pass(_ evaluation: Evaluation) -> HostFunction {
        let form = WordForm.token("pass(\"id\", function(definitions, report) … end, { … })", most: 3)
        return Word.function("pass", evaluation, form) { call in
            let name = try call.name(1, of: "pass", "a name")
            let table = ScriptTable(
                evaluation: evaluation, stack: call.stack, key: "pass \"\(name)\"", origin: evaluation.origin(call))
            let (pass, scope) = evaluation.reading { read(name, call, table, evaluation) }
            evaluation.include(scope)
            if let pass, !scope.isFaulty { evaluation.add(pass) }
            return .values(0)
        }
    }

    private static func read(_ name: String, _ call: LuaCall, _ table: ScriptTable, _ evaluation: Evaluation) -> Pass? {
        let position = call.position(2)
        guard position != 0, call.stack.luaType(at: position) == .function else {
            table.report({ .expectsFunction(table.subject, found: call.found(2), at: $0) }, at: [])
            return nil
        }
        let function = call.stack.function(at: position, isSerial: true)
        let options = options(call, table)
        let changing = options.stage == .change ? ScriptPass.Changing(function, evaluation) : nil
        return Pass(
            name, options.stage, priority: options.priority, origin: table.origin, isOfScript: true,
            function: ScriptPass(function, evaluation, changing))
    }

    private static func options(_ call: LuaCall, _ table: ScriptTable) -> (stage: PassStage, priority: Int) {
        var stage = PassStage.check
        var priority = 0
        let position = call.position(3)
        guard position != 0, call.stack.luaType(at: position) != .nil else { return (stage, priority) }
        guard call.stack.luaType(at: position) == .table else {
            let subject = "\(table.subject): what follows the function"
            table.report({ .expectsTable(subject, orFunction: false, found: call.found(3), at: $0) }, at: [])
            return (stage, priority)
        }
        table.forEachField(position, of: .pass) { key, value in
            if key.name == "priority" { priority = table.integer(value, key) }
            if key.name == "stage" {
                let named = call.stack.text(at: value).flatMap(PassStage.init)
                if let named { stage = named } else { table.refuse(value, key) }
            }
        }
        return (stage, priority)
    }
}
