import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `options { name = { default = … }, other = { kind = "…" } }`: declares the options of this file, and returns their values.
    static func options(_ evaluation: Evaluation) -> Word {
        Word("options", evaluation, WordForm(1, "options { … }")) { call in
            let table = ScriptTable(
                evaluation: evaluation, stack: call.stack, key: "options", origin: evaluation.origin(call))
            let position = call.position(0)
            guard position != 0, call.stack.luaType(at: position) == .table else {
                throw ContainerError(
                    .expectsTable("options", orFunction: false, found: call.found(0), at: call.callSite))
            }
            try OptionsTable(table, call).push(position)
            return .values(1)
        }
    }
}

/// Reads declarations of options, and what `include` passes for them.
private struct OptionsTable {
    /// What a value must be.
    private enum Kind: String, CaseIterable {
        case string, boolean, integer, number, list, map, service

        /// The value as messages show it, behind "expects".
        var expectation: String {
            switch self {
            case .string: "a string"
            case .boolean: "true or false"
            case .integer: "an integer"
            case .number: "a number"
            case .list: "a list"
            case .map: "a map"
            case .service: "a reference to a service"
            }
        }
    }

    private struct Option {
        var kind: Kind?
        var hasDefault = false
    }

    private let table: ScriptTable
    private let call: LuaCall
    private let given: (table: LuaTable, include: ScriptTable)?

    init(_ table: ScriptTable, _ call: LuaCall) {
        self.table = table
        self.call = call
        given = table.evaluation.includedModules.takeOptions(of: call.callSite?.file ?? "")
    }

    private var stack: LuaStack { call.stack }

    /// Pushes a table with the values.
    func push(_ declarations: Int) throws {
        stack.pushTable()
        let result = stack.top
        if let given { try stack.push(given.table) } else { stack.pushTable() }
        let values = stack.top
        var names: Set<String> = []
        table.forEachField(declarations) { name, declaration in
            names.insert(name)
            read(name, declaration, from: values, into: result)
        }
        if let given { reportUnknown(values, names, given.include) }
        stack.pop(1)
    }

    private func read(_ name: String, _ declaration: Int, from values: Int, into result: Int) {
        guard stack.luaType(at: declaration) == .table else {
            let found = stack.found(declaration)
            return table.report({ .expectsOption(name, found, at: $0) }, at: [name])
        }
        let option = option(name, declaration)
        stack.rawGet(values, key: name)
        if stack.luaType(at: stack.top) == .nil {
            stack.pop(1)
            guard option.hasDefault else {
                let include = given?.include ?? table
                return include.report(
                    { .missingOption(name, include.subject, option.kind?.expectation, at: $0) },
                    at: given == nil ? [name] : ["options"])
            }
            stack.rawGet(declaration, key: "default")
        } else if let kind = option.kind, let include = given?.include, self.kind(at: stack.top, fitting: kind) != kind
        {
            let found = stack.found(stack.top)
            include.report(
                { .unfitOption(name, include.subject, kind.expectation, found, at: $0) }, at: ["options", name])
        }
        stack.rawSet(result, key: name)
    }

    private func option(_ name: String, _ declaration: Int) -> Option {
        var option = Option()
        table.forEachField(declaration, of: .option, at: [name]) { key, value in
            switch key.name {
            case "default":
                option.hasDefault = true
                if option.kind == nil { option.kind = kind(at: value) }
            default:
                option.kind = stack.text(at: value).flatMap(Kind.init)
                if option.kind == nil {
                    let near = stack.text(at: value).map {
                        Suggestions(among: Kind.allCases.map(\.rawValue)).nearest(to: $0)
                    }
                    let expected = Kind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
                    let found = stack.found(value)
                    table.report(
                        {
                            .expects(
                                "option \"\(name)\"", "kind", "one of \(expected)", found, near: near ?? [], at: $0)
                        },
                        at: [name, "kind"])
                }
            }
        }
        return option
    }

    /// The kind of a value; an empty table is a list and a map, and an integer a number.
    private func kind(at position: Int, fitting wanted: Kind? = nil) -> Kind? {
        switch stack.luaType(at: position) {
        case .string: return .string
        case .boolean: return .boolean
        case .number: return wanted == .number || !stack.isInteger(at: position) ? .number : .integer
        case .table:
            if stack.rawLength(at: position) > 0 { return .list }
            stack.pushNil()
            guard stack.next(position) else { return wanted == .list ? .list : .map }
            stack.pop(2)
            return .map
        case .userdata, .other:
            if case .reference = table.evaluation.value(ofTokenAt: position, stack) { return .service }
            return nil
        case .nil, .function: return nil
        }
    }

    private func reportUnknown(_ values: Int, _ known: Set<String>, _ include: ScriptTable) {
        stack.pushNil()
        while stack.next(values) {
            let name = stack.text(at: stack.top - 1) ?? stack.found(stack.top - 1)
            if !known.contains(name) {
                include.report(
                    { .unknownOption(name, include.subject, known: known.sorted(), at: $0) }, at: ["options", name])
            }
            stack.pop(1)
        }
    }
}
