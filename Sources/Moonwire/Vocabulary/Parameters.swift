import LuaRuntime
import MoonwireCore

extension Word {
    /// `parameters { name = value, … }`: named values; a table with names is a map, reachable whole and by dotted name.
    static func parameters(_ evaluation: Evaluation) -> Word {
        Word("parameters", evaluation, WordForm(1, "parameters { … }")) { call in
            let origin = evaluation.origin(call)
            let position = call.position(0)
            guard position != 0, call.stack.luaType(at: position) == .table else {
                evaluation.report(
                    .expectsTable("parameters", orFunction: false, found: call.found(0), at: origin.location))
                return .values(0)
            }
            let table = ScriptTable(
                evaluation: evaluation, stack: call.stack, key: "parameters", origin: origin)
            evaluation.add(table.parameters(position))
            return .values(0)
        }
    }
}

extension ScriptTable {
    /// The parameters in a table, without those that could not be read.
    func parameters(_ position: Int) -> ParameterTree {
        let (content, scope) = evaluation.reading { self.content(position, at: []) }
        evaluation.include(scope)
        if scope.hasPlaceholders { evaluation.report(.placeholderInParameters(at: origin.location)) }
        if !content.elements.isEmpty { report({ .unexpectedElement(subject, at: $0) }, at: ["1"]) }
        var tree = ParameterTree()
        for field in content.fields {
            let path = [field.label]
            if field.value.levels(under: field.label) > ReadingCosts.deepest {
                report({ .tooDeepParameter(field.label, limit: ReadingCosts.deepest, at: $0) }, at: path)
                continue
            }
            guard ParameterTree.isName(field.label) else {
                report({ .badParameterName(field.label, at: $0) }, at: path)
                continue
            }
            for conflict in tree.setting(field.label, field.value, origin: origin, path: path) {
                report({ .parameterGivenTwice(conflict, at: $0) }, at: conflict.new.path)
            }
        }
        return tree
    }
}

extension WiredValue {
    /// The number of levels of a value as a parameter: each dot of a name adds one, like a map.
    fileprivate func levels(under name: String) -> Int {
        let own = name.utf8.count { $0 == UInt8(ascii: ".") } + 1
        return switch self {
        case .map(let entries): own + (entries.map { $1.levels(under: $0) }.max() ?? 0)
        // A map with such keys is one value, in which dots add no levels.
        case .keyedMap(let entries): own + (entries.map { $0.value.levels(under: "") }.max() ?? 0)
        default: own
        }
    }
}
