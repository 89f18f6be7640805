import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `bind { name = "port", value = 80 }`: what `auto` passes to the arguments of a name, of a type, or both.
    static func bind(_ evaluation: Evaluation) -> Word {
        Word("bind", evaluation, WordForm(1, "bind { … }")) { call in
            let table = ScriptTable(
                evaluation: evaluation, stack: call.stack, key: "bind", origin: evaluation.origin(call))
            let position = call.position(0)
            guard position != 0, call.stack.luaType(at: position) == .table else {
                table.report({ .expectsTable("bind", orFunction: false, found: call.found(0), at: $0) }, at: [])
                return .values(0)
            }
            // A faulty binding is left out; faults in it concern nothing else.
            let (binding, scope) = evaluation.reading { table.binding(position) }
            if let binding, !scope.isFaulty { evaluation.add(binding) }
            return .values(0)
        }
    }
}

extension ScriptTable {
    /// What is bound to which arguments; nil if the table does not determine that, which is reported.
    fileprivate func binding(_ position: Int) -> ArgumentBinding? {
        var (type, name, value) = (String?.none, String?.none, WiredValue?.none)
        let (_, scope) = evaluation.reading {
            forEachField(position, of: .binding) { key, field in
                switch key.name {
                case "type": type = typeName(field, key)
                case "name": name = typeName(field, key)
                default: value = self.value(field, at: [key.name])
                }
            }
        }
        evaluation.include(scope)
        guard !scope.isFaulty else { return nil }
        if type == nil, name == nil { report({ .nothingBound(at: $0) }, at: []) }
        if value == nil { report({ .bindsNothing(at: $0) }, at: []) }
        return value.map { ArgumentBinding(type: type, name: name, value: $0, origin: origin) }
    }
}
