import LuaRuntime
import MoonwireCore
import MoonwireValues

/// Plain data that scripts may read by name, and not change.
final class ScriptRecord<Kind>: Sendable {
    /// The value of a field; called when a script reads it.
    let field: @Sendable (String) -> PlainValue
    /// The result of `tostring`.
    fileprivate let text: @Sendable () -> String

    fileprivate init(text: @escaping @Sendable () -> String, _ field: @escaping @Sendable (String) -> PlainValue) {
        self.field = field
        self.text = text
    }

    fileprivate convenience init(_ fields: [String: PlainValue], text: String) {
        self.init(text: { text }, { fields[$0] ?? .null })
    }
}

/// The kinds of record, which are different classes in scripts.
enum ScriptRecords {
    enum Info {
        static let fields = ["event", "id", "type", "tags", "path"]
    }

    enum Definition {
        static let fields = [
            "id", "type", "types", "scope", "tags", "attributes", "public", "args", "needs", "file", "line",
        ]
    }

    enum Slot {
        static let fields = ["owner", "name", "type", "wrapper", "optional"]
    }

    enum Failure {
        static let fields = ["message", "code", "file", "line", "path"]
    }

    /// Registers the records with an interpreter.
    static func register(_ evaluation: Evaluation, with interpreter: Interpreter) {
        let methods = ScriptContext.methods(evaluation.link, word: "info")
        register(ScriptRecord<Info>.self, "info", Info.fields, methods, with: interpreter)
        register(ScriptRecord<Definition>.self, "definition", Definition.fields, price: 4, with: interpreter) { value in
            // A pass may copy a string of a definition to another one, where text forms are not read in it.
            if evaluation.isChanging { evaluation.markForeign(value) }
        }
        register(ScriptRecord<Slot>.self, "slot", Slot.fields, with: interpreter)
        register(ScriptRecord<Failure>.self, "error", Failure.fields, with: interpreter)
    }

    /// `price` is the number of instructions that each element of a field costs, because the host computes it for each read; `note` is
    /// called for each value.
    private static func register<Kind>(
        _ type: ScriptRecord<Kind>.Type, _ name: String, _ fields: [String], _ methods: [String: HostFunction] = [:],
        price: Int64 = 0, with interpreter: Interpreter, note: @escaping @Sendable (PlainValue) -> Void = { _ in }
    ) {
        let getters = fields.map { field in
            (
                field,
                HostFunction(name: field) { call in
                    let record = try call.stack.object(at: call.position(0), as: type)
                    let value = record?.field(field) ?? .null
                    if price > 0 { _ = call.stack.spend(Int64(value.elements) * price) }
                    note(value)
                    try value.write(to: call.stack.writer)
                    return .values(1)
                }
            )
        }
        let unknown = HostFunction(name: name) { call in
            let member = try call.argument(1)?.string() ?? ""
            let known = fields + methods.keys.sorted()
            // An assignment brings its value along.
            if call.count > 2, known.contains(member) {
                throw ContainerError(.readOnlyMember(member, of: name, at: call.callSite))
            }
            throw ContainerError(.unknownMember(member, of: name, known: known, at: call.callSite))
        }
        let description = HostFunction(name: "tostring") { call in
            let record = try call.stack.object(at: call.position(0), as: type)
            try call.stack.write(record?.text() ?? name, at: 0)
            return .values(1)
        }
        interpreter.register(
            HostClass(
                name: name, methods: methods, getters: Dictionary(uniqueKeysWithValues: getters),
                unknownMember: unknown, description: description),
            for: ObjectIdentifier(type))
    }
}

extension ScriptRecord<ScriptRecords.Info> {
    convenience init(_ info: HookInfo) {
        let (event, subject, path) = (info.event, info.subject, info.path)
        self.init(text: { "info of \(event.rawValue) \(subject.id ?? "")" }) { field in
            switch field {
            case "event": .text(event.rawValue)
            case "id": .optional(subject.id)
            case "type": .optional(subject.type)
            case "tags": .texts(subject.tags)
            case "path": .texts(path)
            default: .null
            }
        }
    }
}

extension ScriptRecord<ScriptRecords.Slot> {
    convenience init(_ slot: SlotProperties) {
        self.init(
            [
                "owner": .text(slot.owner), "name": .text(slot.name), "type": .text(slot.type),
                "wrapper": .text(slot.wrapper), "optional": .boolean(slot.isOptional),
            ], text: "slot \(slot.title)")
    }
}

extension ScriptRecord<ScriptRecords.Definition> {
    convenience init(_ definition: RegisteredDefinition) {
        self.init(text: { "definition of \(definition.id)" }) { field in
            switch field {
            case "id": .text(definition.id)
            case "type": .optional(definition.type)
            case "types": definition.typeNames.map { .texts($0) } ?? .null
            case "scope": .text(definition.scope.rawValue)
            case "tags": .texts(definition.tags)
            case "attributes": .map(definition.tagAttributes.mapValues { .map($0) })
            case "public": .boolean(definition.isPublic)
            case "args": definition.allArguments
            case "needs": .texts(definition.needs)
            case "file": .optional(definition.location?.file)
            case "line": definition.location.map { .integer(Int64($0.line)) } ?? .null
            default: .null
            }
        }
    }
}

extension ScriptRecord<ScriptRecords.Definition> {
    /// The id of the definition at a position; nil for another value, or none.
    static func id(_ position: Int, _ stack: LuaStack) throws -> String? {
        guard position != 0, stack.luaType(at: position) == .userdata,
            let record = try stack.object(at: position, as: ScriptRecord<ScriptRecords.Definition>.self),
            case .text(let id) = record.field("id")
        else { return nil }
        return id
    }
}

extension RegisteredDefinition {
    /// The arguments as one table: those by label under their labels, those by position as its list.
    fileprivate var allArguments: PlainValue {
        let (positional, labeled) = (positionalArguments, arguments)
        if positional.isEmpty { return .map(labeled) }
        if labeled.isEmpty { return .list(positional) }
        var all: [PlainValue: PlainValue] = [:]
        for (label, value) in labeled { all[.text(label)] = value }
        for (index, value) in positional.enumerated() { all[.integer(Int64(index + 1))] = value }
        return .table(all)
    }
}

extension ScriptRecord<ScriptRecords.Failure> {
    convenience init(_ error: ContainerError) {
        let first = error.diagnostics.first
        self.init(
            [
                "message": .optional(first?.message), "code": .optional(first?.code.rawValue),
                "file": .optional(first?.location?.file),
                "line": (first?.location).map { .integer(Int64($0.line)) } ?? .null,
                "path": .texts(first?.path ?? []),
            ], text: "\(error)")
    }
}

extension PlainValue {
    fileprivate static func optional(_ text: String?) -> PlainValue { text.map { .text($0) } ?? .null }
    fileprivate static func texts(_ texts: [String]) -> PlainValue { .list(texts.map { .text($0) }) }
}
