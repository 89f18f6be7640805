import LuaRuntime
import MoonwireCore
import MoonwireValues

/// Reads tags: `"name"`, or `{ "name", { "name", attribute = value, priority = 10 } }`.
struct TagList {
    private let table: ScriptTable
    private let key: ScriptKey

    /// Reads the list of tags that is the value of `key`.
    init(_ table: ScriptTable, _ key: ScriptKey) {
        self.table = table
        self.key = key
    }

    private var path: [String] { [key.name] }

    private var stack: LuaStack { table.stack }

    func tags(_ position: Int) -> [ServiceTag] {
        guard stack.luaType(at: position) == .table else {
            return name(position, at: path).map {
                [ServiceTag(name: $0, priority: nil, attributes: [], source: source(path))]
            }
                ?? []
        }
        var tags: [ServiceTag] = []
        for index in 0..<stack.rawLength(at: position) {
            stack.rawGet(position, index: index + 1)
            tags += tag(stack.top, at: path + ["\(index + 1)"]).map { [$0] } ?? []
            stack.pop(1)
        }
        reportFields(position)
        return tags
    }

    private func tag(_ position: Int, at path: [String]) -> ServiceTag? {
        guard stack.luaType(at: position) == .table else {
            return name(position, at: path).map {
                ServiceTag(name: $0, priority: nil, attributes: [], source: source(path))
            }
        }
        let content = table.content(position, at: path)
        guard content.elements.count == 1, let name = content.elements[0].template else {
            table.refuse(position, key, "{ \"name\", attribute = value }", at: path)
            return nil
        }
        let attributes = content.fields.filter { $0.label != "priority" }
        return ServiceTag(
            name: name, priority: content.fields.first { $0.label == "priority" }?.value, attributes: attributes,
            names: table.entries(attributes, at: path), source: source(path))
    }

    private func name(_ position: Int, at path: [String]) -> TextTemplate? {
        let isToken = stack.token(at: position) != nil
        let value = isToken ? table.evaluation.value(ofTokenAt: position, stack) : table.value(position, at: path)
        if let name = value?.template { return name }
        table.refuse(position, key, at: path)
        return nil
    }

    /// Attributes belong to one tag, which has a table of its own.
    private func reportFields(_ position: Int) {
        stack.pushNil()
        while stack.next(position) {
            if let name = stack.text(at: stack.top - 1) {
                table.report({ .attributeOfNoTag(name, table.subject, at: $0) }, at: path + [name])
            }
            stack.pop(1)
        }
    }

    private func source(_ path: [String]) -> FieldSource {
        FieldSource(origin: table.origin, subject: table.key, path: path)
    }
}
