/// A wiring in a part of the language whose rules are few enough to write them down a second time: ``SmallInterpreter``.
struct SmallWiring {
    indirect enum Value {
        case integer(Int)
        case text([TextPart])
        case parameter(String)
        /// With what it passes to the service: the values of its arguments.
        case reference(String, [String: Value])
        case optional(String, isDropped: Bool)
        case tagged(String)
        /// The only memo.
        case typed
        case memo(String)
        /// All memos, or all records, without the one that has the value.
        case everyMemo, everyRecord
        case list([Value])
        case map([String: Value])
        case inline(Definition)
        /// What a decorator wraps.
        case inner
        case argument(default: Int)
    }

    enum TextPart {
        case literal(String)
        case parameter(String)
    }

    /// What a service is.
    enum RecordType: String {
        /// A record without rules of its own, whose arguments take anything.
        case record = "Record"
        /// A record with arguments that can be wired.
        case album = "Album"
        /// The same for a decorator.
        case frame = "Frame"

        /// The labels of each initializer.
        var initializers: [[String]] {
            switch self {
            case .record: [["a", "b", "c"]]
            case .album: [["memo", "port", "a"], ["port", "a"]]
            case .frame: [["around", "memo", "port"]]
            }
        }
    }

    enum Scope: String {
        case shared, transient, graph
    }

    struct Tag {
        let name: String
        let priority: Int
    }

    /// What is set after the construction.
    enum Setter {
        case note(Value)
        /// A service that may need this one in turn.
        case back(String)

        var name: String {
            switch self {
            case .note: "note"
            case .back: "back"
            }
        }
    }

    struct Definition {
        /// Of no effect if there is a parent.
        var type = RecordType.record
        var parent: String?
        var isAbstract = false
        /// Whether arguments that are left out are wired by their types.
        var isAuto = false
        /// The first arguments, in the order of the labels.
        var positional: [Value] = []
        var arguments: [String: Value] = [:]
        /// In the order in which they are set, each name once.
        var setters: [Setter] = []
        var calls: [Value] = []
        var tags: [Tag] = []
        var scope: Scope?
    }

    enum Statement {
        case parameters([String: Value])
        case service(String, Definition)
        case defaultService(String, Definition)
        case extend(String, Definition)
        case alias(String, of: String)
        case memo(String)
        case decorate(String, Definition, priority: Int)
    }

    struct File {
        /// The defaults of the services of the file.
        var scope: Scope?
        var isAuto = false
        var tags: [Tag] = []
        var statements: [Statement] = []
    }

    /// A later one replaces what an earlier one defines.
    var files: [File]
}

extension SmallWiring {
    /// The same without one statement after the first, which defines the parameters.
    func removing(_ number: Int) -> SmallWiring {
        var wiring = self
        var left = number % max(1, files.reduce(-1) { $0 + $1.statements.count })
        for index in files.indices {
            let first = index == 0 ? 1 : 0
            let count = wiring.files[index].statements.count - first
            if left < count {
                wiring.files[index].statements.remove(at: first + left)
                break
            }
            left -= count
        }
        return wiring
    }
}

// MARK: The text of the scripts

extension SmallWiring.File {
    var script: String {
        var keys: [String] = []
        if let scope { keys.append("scope = \"\(scope.rawValue)\"") }
        if isAuto { keys.append("args = auto") }
        if !tags.isEmpty { keys.append("tags = { \(tags.map(\.script).joined(separator: ", ")) }") }
        let defaults = keys.isEmpty ? [] : ["defaults { \(keys.joined(separator: ", ")) }"]
        return (defaults + statements.map(\.script)).joined(separator: "\n") + "\n"
    }
}

extension SmallWiring.Statement {
    fileprivate var script: String {
        switch self {
        case .parameters(let values): "parameters \(SmallWiring.table(values))"
        case .service(let id, let definition): "service \"\(id)\" \(definition.script())"
        case .defaultService(let id, let definition): "default_service \"\(id)\" \(definition.script())"
        case .extend(let id, let definition): "extend \"\(id)\" \(definition.script(isExtension: true))"
        case .memo(let id): "service \"\(id)\" { type = \"Memo\", args = { name = \"\(id)\" } }"
        case .alias(let id, let target): "alias \"\(id)\" \"\(target)\""
        case .decorate(let id, let definition, let priority):
            "decorate \"\(id)\" \(definition.script(["priority = \(priority)"]))"
        }
    }
}

extension SmallWiring.Tag {
    fileprivate var script: String { "{ \"\(name)\", priority = \(priority) }" }
}

extension SmallWiring.Definition {
    fileprivate func script(_ others: [String] = [], isExtension: Bool = false) -> String {
        var keys = others
        if let parent { keys.append("parent = \"\(parent)\"") }
        if isAbstract { keys.append("abstract = true") }
        if parent == nil, !isExtension { keys.append("type = \"\(type.rawValue)\"") }
        if !positional.isEmpty || !arguments.isEmpty {
            let elements = positional.map(\.script) + (isAuto ? ["auto"] : [])
            keys.append("args = \(SmallWiring.table(arguments, after: elements))")
        } else if isAuto {
            keys.append("args = auto")
        }
        if !setters.isEmpty { keys.append("set = { \(setters.map(\.script).joined(separator: ", ")) }") }
        if !calls.isEmpty {
            keys.append("call = { \(calls.map { "{ \"take\", \($0.script) }" }.joined(separator: ", ")) }")
        }
        if !tags.isEmpty { keys.append("tags = { \(tags.map(\.script).joined(separator: ", ")) }") }
        if let scope { keys.append("scope = \"\(scope.rawValue)\"") }
        return "{ \(keys.joined(separator: ", ")) }"
    }
}

extension SmallWiring {
    fileprivate static func table(_ values: [String: Value], after elements: [String] = []) -> String {
        let fields = values.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.script)" }
        return "{ \((elements + fields).joined(separator: ", ")) }"
    }
}

extension SmallWiring.Setter {
    fileprivate var script: String {
        switch self {
        case .note(let value): "{ \"note\", \(value.script) }"
        case .back(let id): "{ \"back\", later \"\(id)\" }"
        }
    }
}

extension SmallWiring.Value {
    fileprivate var script: String {
        switch self {
        case .integer(let value): "\(value)"
        case .text(let parts): "\"\(parts.map(\.script).joined())\""
        case .parameter(let name): "param \"\(name)\""
        case .reference(let id, let passed):
            passed.isEmpty ? "ref \"\(id)\"" : "ref(\"\(id)\", \(SmallWiring.table(passed)))"
        case .optional(let id, let isDropped):
            isDropped ? "optional(\"\(id)\", { drop = true })" : "optional \"\(id)\""
        case .tagged(let tag): "tagged \"\(tag)\""
        case .typed: "typed \"Memo\""
        case .memo(let id): "ref \"\(id)\""
        case .everyMemo: "typed(\"Memo\", { all = true })"
        case .everyRecord: "typed(\"Record\", { all = true })"
        case .list(let elements): "{ \(elements.map(\.script).joined(separator: ", ")) }"
        case .map(let entries): SmallWiring.table(entries)
        case .inline(let definition): "inline \(definition.script())"
        case .inner: "inner"
        case .argument(let value): "argument(\"n\", \(value))"
        }
    }
}

extension SmallWiring.TextPart {
    fileprivate var script: String {
        switch self {
        case .literal(let text): text
        case .parameter(let name): "%\(name)%"
        }
    }
}
