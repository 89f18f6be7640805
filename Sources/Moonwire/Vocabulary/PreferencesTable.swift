import LuaRuntime
import MoonwireCore
import MoonwireValues

/// Reads what follows `preferences "Group"`.
struct PreferencesTable {
    private let group: String
    private let call: LuaCall
    private let table: ScriptTable

    init(_ evaluation: Evaluation, _ call: LuaCall, _ group: String, _ origin: Origin) {
        self.group = group
        self.call = call
        table = ScriptTable(
            evaluation: evaluation, stack: call.stack, key: group, title: "preferences \"\(group)\"", origin: origin)
    }

    private var stack: LuaStack { call.stack }

    /// The preferences in name order; a fault in one does not affect the others.
    func definitions() -> [PreferenceDefinition] {
        let position = call.position(0)
        guard position != 0, stack.luaType(at: position) == .table else {
            table.report({ .expectsTable(table.subject, orFunction: false, found: call.found(0), at: $0) }, at: [])
            return []
        }
        guard ParameterTree.isName(group) else {
            table.report({ .badGroupName(group, at: $0) }, at: [])
            return []
        }
        var definitions: [PreferenceDefinition] = []
        table.forEachField(position) { name, value in
            if ParameterTree.isName(name), !name.contains(".") {
                // Faults in one preference concern nothing else.
                let (read, scope) = table.evaluation.reading { self.definition(name, value) }
                var definition = read
                definition.isFaulty = scope.isFaulty
                definitions.append(definition)
            } else {
                table.report({ .badPreferenceName(name, group, at: $0) }, at: [name])
            }
        }
        return definitions.sorted { $0.name < $1.name }
    }

    private func definition(_ name: String, _ position: Int) -> PreferenceDefinition {
        var definition = PreferenceDefinition(group: group, name: name, origin: table.origin)
        guard stack.luaType(at: position) == .table else {
            table.report({ .expectsPreference(group, name, stack.found(position), at: $0) }, at: [name])
            return definition
        }
        var fields = table
        fields.title = "preference \"\(group).\(name)\""
        let (_, scope) = table.evaluation.reading {
            fields.forEachField(position, of: .preference, at: [name]) { key, value in
                let field = Field(table: fields, name: name, key: key, position: value)
                switch key.name {
                case "default": definition.defaultValue = field.value() ?? .null
                case "kind": definition.ownKind = field.kind()
                case "min": definition.minimum = field.value()
                case "max": definition.maximum = field.value()
                case "one_of": definition.choices = field.list()
                case "check": definition.check = field.check()
                case "key": definition.ownKey = field.text()
                case "store": definition.ownStores = field.stores()
                default: definition.formerKey = field.text()
                }
            }
        }
        table.evaluation.include(scope)
        if !definition.hasDefault, definition.ownKind == nil, !scope.isFaulty {
            fields.report({ .noDefault(fields.subject, at: $0) }, at: [name])
        }
        // The value itself has the kind, too: `{ default = 5, kind = "number" }` is 5.0.
        if definition.hasDefault, let value = try? definition.typed(definition.defaultValue) {
            definition.defaultValue = value
        }
        return definition
    }

    /// One field of a preference.
    private struct Field {
        let table: ScriptTable
        let name: String
        let key: ScriptKey
        let position: Int

        private var stack: LuaStack { table.stack }

        /// Plain data; text forms are not read in it, because users may see it.
        func value() -> PlainValue? {
            let height = stack.top
            // A table that was read only in part leaves its key and value on the stack.
            defer { stack.pop(stack.top - height) }
            do {
                let value = try PlainValue.read(from: ValueReader(stack, position: position))
                table.evaluation.costs.add(value)
                if value == .map([:]) { return .list([]) }
                if value != .null, !value.holdsTable { return value }
            } catch let error as ConversionError where !error.path.isEmpty {
                report(at: error.path) { .unusableValue(table.subject, [key.name] + error.path, "a value", at: $0) }
                return nil
            } catch {}
            refuse("plain data")
            return nil
        }

        func list() -> [PlainValue]? {
            guard stack.luaType(at: position) == .table, case .list(let elements)? = value() else {
                if stack.luaType(at: position) != .table { refuse() }
                return nil
            }
            return elements
        }

        func text() -> String? {
            if let text = stack.text(at: position), !text.isEmpty { return text }
            refuse()
            return nil
        }

        /// The name of a store, or a list of them.
        func stores() -> [String] {
            if let text = stack.text(at: position), !text.isEmpty { return [text] }
            guard stack.luaType(at: position) == .table else {
                refuse()
                return []
            }
            guard let value = value() else { return [] }
            guard case .list(let elements) = value, !elements.isEmpty else {
                refuse()
                return []
            }
            let names = elements.compactMap { if case .text(let name) = $0, !name.isEmpty { name } else { nil } }
            if names.count < elements.count { refuse() }
            return names
        }

        func kind() -> ValueKind? {
            if let kind = stack.text(at: position).flatMap({ Self.kinds[$0] }) { return kind }
            refuse()
            return nil
        }

        private static let kinds: [String: ValueKind] = [
            "string": .text, "boolean": .boolean, "integer": .integer, "number": .number, "list": .list, "map": .map,
        ]

        func check() -> ScriptPreferenceCheck? {
            if stack.luaType(at: position) == .function {
                return ScriptPreferenceCheck(stack.function(at: position))
            }
            refuse()
            return nil
        }

        private func refuse(_ expectation: String? = nil) {
            table.refuse(position, key, expectation, at: [name, key.name])
        }

        private func report(at path: [String] = [], _ make: (ScriptLocation?) -> Diagnostic) {
            table.report(make, at: [name, key.name] + path)
        }
    }
}

extension PlainValue {
    /// Whether it contains a map with keys that are not strings, which stores cannot keep.
    fileprivate var holdsTable: Bool {
        switch self {
        case .table: true
        case .list(let elements): elements.contains { $0.holdsTable }
        case .map(let entries): entries.values.contains { $0.holdsTable }
        default: false
        }
    }
}
