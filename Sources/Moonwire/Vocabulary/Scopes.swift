import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `scopes { "session", request = { within = "session" } }`: the scopes that the application opens.
    static func scopes(_ evaluation: Evaluation) -> Word {
        Word("scopes", evaluation, WordForm(1, "scopes { \"request\", … }")) { call in
            for definition in ScopesTable(evaluation, call).definitions() { evaluation.add(definition) }
            return .values(0)
        }
    }
}

/// Reads the table of `scopes`: names, and names with keys.
private struct ScopesTable {
    /// More would be a mistake: each check follows the services of one scope after the other.
    private static let most = 100

    private let call: LuaCall
    private let table: ScriptTable

    init(_ evaluation: Evaluation, _ call: LuaCall) {
        self.call = call
        table = ScriptTable(evaluation: evaluation, stack: call.stack, key: "scopes", origin: evaluation.origin(call))
    }

    private var stack: LuaStack { call.stack }

    func definitions() -> [ScopeDefinition] {
        let position = call.position(0)
        guard position != 0, stack.luaType(at: position) == .table else {
            table.report({ .expectsScopes(found: call.found(0), at: $0) }, at: [])
            return []
        }
        // A fault in one declaration does not affect the others.
        let (definitions, scope) = table.evaluation.reading { listed(position) + named(position) }
        if definitions.isEmpty, !scope.isFaulty {
            table.report({ .expectsScopes(found: "an empty table", at: $0) }, at: [])
        }
        guard definitions.count + table.evaluation.scopeCount <= Self.most else {
            table.report({ .tooManyScopes(limit: Self.most, at: $0) }, at: [])
            return []
        }
        return definitions
    }

    /// Those that are only names.
    private func listed(_ position: Int) -> [ScopeDefinition] {
        (0..<min(stack.rawLength(at: position), Self.most + 1)).compactMap { index in
            let path = ["\(index + 1)"]
            table.evaluation.costs.add(elements: 1)
            stack.rawGet(position, index: index + 1)
            defer { stack.pop(1) }
            guard let name = stack.text(at: stack.top) else {
                let found = stack.found(stack.top)
                table.report({ .expectsScopeName(found, at: $0) }, at: path)
                return nil
            }
            return definition(name, within: nil, path)
        }
    }

    /// Those with keys, in name order.
    private func named(_ position: Int) -> [ScopeDefinition] {
        var definitions: [ScopeDefinition] = []
        let count = stack.rawLength(at: position)
        stack.pushNil()
        while stack.next(position) {
            let value = stack.top
            if let name = stack.text(at: value - 1) {
                table.evaluation.costs.add(elements: 1)
                table.evaluation.costs.add(bytes: name.utf8.count)
                if let definition = self.definition(name, within: parent(value, name), [name]) {
                    definitions.append(definition)
                }
            } else if !stack.isIndex(at: value - 1, upTo: count) {
                let found = stack.found(value - 1)
                table.report({ .oddKey(table.subject, [], found, at: $0) }, at: stack.listStep(at: value - 1))
            }
            stack.pop(1)
        }
        return definitions.sorted { $0.name < $1.name }
    }

    private func parent(_ position: Int, _ name: String) -> String? {
        guard stack.luaType(at: position) == .table else {
            let found = stack.found(position)
            table.report({ .expectsScopeTable(name, found, at: $0) }, at: [name])
            return nil
        }
        var fields = table
        fields.title = "scopes: \"\(name)\""
        var parent: String?
        fields.forEachField(position, of: .scope, at: [name]) { key, value in
            parent = stack.text(at: value)
            if parent == nil { fields.refuse(value, key, at: [name, key.name]) }
        }
        return parent
    }

    private func definition(_ name: String, within parent: String?, _ path: [String]) -> ScopeDefinition? {
        guard ScopeDefinition.isName(name) else {
            table.report({ .badScopeName(name, at: $0) }, at: path)
            return nil
        }
        return ScopeDefinition(name: name, within: parent, origin: table.origin, path: path)
    }
}
