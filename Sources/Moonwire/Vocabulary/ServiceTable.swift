import LuaRuntime
import MoonwireCore
import MoonwireValues

/// Reads what follows `service "id"`, `decorate "id"` or `inline`: a table with keys, or a function.
struct ServiceTable {
    /// What a table may say of a service, depending on where it stands.
    struct Form {
        let keys: [String]
        /// What a function that stands alone gets before the context.
        var functionArguments = ScriptFunction.Arguments.none

        static let service = Form(
            keys: shared + ["synthetic", "reload", "stop", "tags", "parent", "abstract", "public", "deprecated"])
        static let decorator = Form(
            keys: shared + ["reload", "stop", "tags", "public", "id", "priority", "if_present"],
            functionArguments: .first)
        /// Nobody holds an inline service but the one that it is made for, and nobody can supply it.
        static let inline = Form(keys: shared)

        private static let shared = ["type", "args", "factory", "uses", "scope", "set", "call", "configure"]
    }

    private let id: String
    private let form: Form
    private let call: LuaCall
    let table: ScriptTable

    init(_ evaluation: Evaluation, _ call: LuaCall, id: String, form: Form, origin: Origin, title: String? = nil) {
        self.id = id
        self.form = form
        self.call = call
        table = ScriptTable(
            evaluation: evaluation, stack: call.stack, key: id.isEmpty ? "inline" : id, isService: !id.isEmpty,
            title: title, origin: origin)
    }

    var stack: LuaStack { call.stack }

    func definition() -> Definition {
        table.evaluation.reading { read() }
    }

    private func read() -> Definition {
        let position = call.position(0)
        switch position == 0 ? .nil : stack.luaType(at: position) {
        case .table: return read(position)
        case .function:
            let function = ScriptFunction(
                stack.function(at: position), table.evaluation, receives: form.functionArguments)
            var definition = Definition(id: id, origin: table.origin, construction: .function(function))
            definition.written = .construction
            if form.functionArguments == .first {
                definition.arguments.positional = [.placeholder(.inner)]
                definition.hasPlaceholders = true
            }
            return definition
        default:
            table.report({ .expectsTable(table.subject, orFunction: true, found: call.found(0), at: $0) }, at: [])
            return Definition(id: id, origin: table.origin, construction: .synthetic(type: nil))
        }
    }

    /// What the keys said, before it is decided what makes the instance.
    private struct Parts {
        var type: TextTemplate?
        var factory: Construction?
        var isSynthetic = false
        var parent: ServiceReference?
        var isAbstract = false
        /// The keys that say how an instance is built.
        var steps: [String] = []

        /// Whether another definition may say what makes the instance.
        var inherits: Bool { parent != nil || isAbstract }
    }

    private func read(_ position: Int) -> Definition {
        var definition = Definition(id: id, origin: table.origin, construction: .synthetic(type: nil))
        var parts = Parts()
        let (faults, placeholders) = (table.evaluation.faults, table.evaluation.placeholders)
        table.forEachField(position, known: form.keys) { key, value in
            if Self.steps.contains(key) { parts.steps.append(key) }
            switch key {
            case "type": parts.type = template(value, ["type"], "a type's name")
            case "factory": parts.factory = factory(value)
            case "synthetic": parts.isSynthetic = table.flag(value, key)
            case "args": definition.arguments = arguments(value, at: ["args"])
            case "uses": definition.uses = uses(value)
            case "scope":
                definition.scope = table.scope(value)
                definition.written.insert(.scope)
            case "set": definition.setters = setters(value)
            case "call": definition.calls = calls(value)
            case "reload":
                definition.reload = table.reloadPolicy(value)
                definition.written.insert(.reload)
            case "stop": definition.stop = stop(value)
            case "tags": definition.tags = TagList(table, "tags").tags(value)
            case "parent": parts.parent = parent(value)
            case "abstract": parts.isAbstract = table.flag(value, key)
            case "public":
                definition.isPublic = table.flag(value, key)
                definition.written.insert(.isPublic)
            case "deprecated": definition.deprecation = deprecation(value)
            case "configure": definition.configure = configure(value)
            // The word reads the others.
            default: break
            }
        }
        if let construction = construction(parts, isSound: table.evaluation.faults == faults) {
            definition.construction = construction
            definition.written.insert(.construction)
        }
        if parts.isSynthetic { checkSupplied(definition, parts) }
        if parts.inherits {
            definition.inheritance = DefinitionInheritance(parent: parts.parent, isAbstract: parts.isAbstract)
        }
        definition.hasPlaceholders = table.evaluation.placeholders > placeholders
        return definition
    }

    private static let steps = ["args", "factory", "set", "call", "configure", "uses"]

    /// The application builds the one instance of a synthetic service: what would build it, or more of them, has no effect.
    private func checkSupplied(_ definition: Definition, _ parts: Parts) {
        for key in parts.steps {
            table.report({ .conflict(table.subject, "synthetic", key, at: $0) }, at: [key])
        }
        if definition.scope != .shared {
            table.report({ .syntheticScope(table.subject, definition.scope, at: $0) }, at: ["scope"])
        }
    }

    /// - Parameter isSound: Whether all keys could be read; otherwise the missing one is perhaps misspelled.
    private func construction(_ parts: Parts, isSound: Bool) -> Construction? {
        if parts.isSynthetic { return .synthetic(type: parts.type) }
        if let factory = parts.factory {
            if parts.type != nil { table.report({ .conflict(table.subject, "factory", "type", at: $0) }, at: ["type"]) }
            return factory
        }
        if let type = parts.type { return .type(type) }
        if isSound, !parts.inherits {
            let maySupply = form.keys.contains("synthetic")
            table.report({ .nothingMakesIt(table.subject, maySupply: maySupply, at: $0) }, at: [])
        }
        return nil
    }
}
