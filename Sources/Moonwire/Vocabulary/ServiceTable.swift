import LuaRuntime
import MoonwireCore
import MoonwireValues

/// Reads what follows `service "id"`, `decorate "id"` or `inline`: a table with keys, or a function.
struct ServiceTable {
    private let id: String
    /// Which keys the table may have.
    let context: ScriptKey.Context
    /// The position of the table or the function; 0 if there is none.
    private let position: Int
    let table: ScriptTable

    /// Reads the argument of a call.
    init(
        _ evaluation: Evaluation, _ call: LuaCall, id: String, _ context: ScriptKey.Context, origin: Origin,
        title: String? = nil, key: String? = nil
    ) {
        self.init(
            evaluation, call.stack, at: call.position(0), id: id, context, origin: origin, title: title, key: key)
    }

    /// Reads what is at a position of the stack.
    init(
        _ evaluation: Evaluation, _ stack: LuaStack, at position: Int, id: String, _ context: ScriptKey.Context,
        origin: Origin, title: String? = nil, key: String? = nil
    ) {
        self.id = id
        self.context = context
        self.position = position
        table = ScriptTable(
            evaluation: evaluation, stack: stack, key: key ?? (id.isEmpty ? "inline" : id), isService: !id.isEmpty,
            title: title, origin: origin)
    }

    var stack: LuaStack { table.stack }

    /// Faults in the definition concern nothing else, so that the rest of the script can be checked.
    func definition() -> Definition {
        let (read, scope) = table.evaluation.reading { self.read() }
        guard scope.isFaulty else { return read }
        var definition = read
        definition.isFaulty = true
        return definition
    }

    /// What a function that is given instead of a table receives before the context.
    private var functionArguments: ScriptFunction.Arguments { context == .decorator ? .first : .none }

    private func read() -> Definition {
        switch position == 0 ? .nil : stack.luaType(at: position) {
        case .table: return read(position)
        case .function where context != .extension:
            let function = ScriptFunction(
                stack.function(at: position), table.evaluation, receives: functionArguments)
            var definition = Definition(id: id, origin: table.origin, construction: .function(function))
            definition.written = .construction
            if functionArguments == .first {
                definition.arguments.positional = [.placeholder(.inner)]
                definition.hasPlaceholders = true
            }
            return definition
        default:
            let mayBeFunction = context != .extension
            let found = position == 0 ? "no value" : stack.found(position)
            table.report({ .expectsTable(table.subject, orFunction: mayBeFunction, found: found, at: $0) }, at: [])
            return Definition(id: id, origin: table.origin, construction: .synthetic(type: nil))
        }
    }

    /// The values of keys from which the construction is determined.
    private struct Parts {
        var type: TextTemplate?
        var factory: Construction?
        var isSynthetic = false
        var parent: ServiceReference?
        var isAbstract = false
        /// The keys that determine how an instance is built.
        var steps: [String] = []

        /// Whether the construction may come from another definition.
        var inherits: Bool { parent != nil || isAbstract }
    }

    private func read(_ position: Int) -> Definition {
        var definition = Definition(id: id, origin: table.origin, construction: .synthetic(type: nil))
        var parts = Parts()
        let (_, scope) = table.evaluation.reading {
            table.forEachField(position, of: context) { key, value in
                if Self.steps.contains(key.name) { parts.steps.append(key.name) }
                if !read(value, key, into: &parts) { read(value, key, into: &definition) }
            }
        }
        table.evaluation.include(scope)
        if let construction = construction(parts, isSound: !scope.isFaulty) {
            definition.construction = construction
            definition.written.insert(.construction)
        }
        if parts.isSynthetic { checkSupplied(definition, parts) }
        if definition.arguments.appends, parts.parent == nil {
            table.report({ .inheritedWithoutParent(table.subject, at: $0) }, at: ["args", "1"])
        }
        if parts.inherits {
            definition.inheritance = DefinitionInheritance(parent: parts.parent, isAbstract: parts.isAbstract)
        }
        if definition.arguments.auto != nil { table.evaluation.noteWiringByType() }
        if scope.hasPlaceholders || definition.arguments.auto != nil { definition.hasPlaceholders = true }
        return definition
    }

    /// Reads a key that decides what makes the instance; false for any other.
    private func read(_ value: Int, _ key: ScriptKey, into parts: inout Parts) -> Bool {
        switch key.name {
        case "type": parts.type = template(value, key)
        case "factory": parts.factory = factory(value, key)
        case "synthetic": parts.isSynthetic = table.flag(value, key)
        case "parent": parts.parent = parent(value, key)
        case "abstract": parts.isAbstract = table.flag(value, key)
        default: return false
        }
        return true
    }

    private func read(_ value: Int, _ key: ScriptKey, into definition: inout Definition) {
        switch key.name {
        case "args": definition.arguments = arguments(value, key)
        case "uses": definition.uses = table.references(value, key)
        case "scope":
            definition.scope = table.scope(value, key)
            definition.written.insert(.scope)
        case "set": definition.setters = setters(value, key)
        case "call": definition.calls = calls(value, key)
        case "configure": definition.configure = configure(value, key)
        case "reload":
            definition.reload = table.reloadPolicy(value, key)
            definition.written.insert(.reload)
        case "outlives":
            definition.outlives = table.scopes(value, key)
            definition.written.insert(.outlives)
        case "tags": definition.tags = TagList(table, key).tags(value)
        case "public":
            definition.isPublic = table.flag(value, key)
            definition.written.insert(.isPublic)
        case "deprecated":
            definition.deprecation = table.deprecation(value, key)
            definition.written.insert(.deprecation)
        // The word reads the others.
        default: read(value, key, into: &definition.lifecycle)
        }
    }

    private func read(_ value: Int, _ key: ScriptKey, into lifecycle: inout LifecycleActions) {
        switch key.name {
        case "eager": lifecycle.isEager = table.flag(value, key)
        case "lazy": lifecycle.isLazy = table.flag(value, key)
        case "start": lifecycle.start = action(value, key)
        case "run": lifecycle.run = runAction(value, key)
        case "ready": lifecycle.ready = action(value, key)
        case "on_return": lifecycle.onReturn = runPolicy(value, key)
        case "on_failure": lifecycle.onFailure = runPolicy(value, key)
        case "after": lifecycle.after = table.references(value, key)
        case "health": lifecycle.health = action(value, key)
        case "handover": lifecycle.handover = action(value, key)
        case "stop": lifecycle.stop = action(value, key)
        default: break
        }
    }

    private static let steps = ["args", "factory", "set", "call", "configure", "uses"]

    /// The application supplies the only instance of a synthetic service, so keys that build an instance have no effect.
    private func checkSupplied(_ definition: Definition, _ parts: Parts) {
        for key in parts.steps {
            table.report({ .conflict(table.subject, "synthetic", key, at: $0) }, at: [key])
        }
        if !definition.scope.canBeSupplied {
            table.report({ .syntheticScope(table.subject, definition.scope, at: $0) }, at: ["scope"])
        }
    }

    /// Reads how the service is created; nil if the table does not determine it.
    ///
    /// `isSound` states whether all keys could be read; otherwise, the missing key may be a misspelled one.
    private func construction(_ parts: Parts, isSound: Bool) -> Construction? {
        if parts.isSynthetic { return .synthetic(type: parts.type) }
        if let factory = parts.factory {
            if parts.type != nil { table.report({ .conflict(table.subject, "factory", "type", at: $0) }, at: ["type"]) }
            return factory
        }
        if let type = parts.type { return .type(type) }
        if isSound, !parts.inherits, context != .extension {
            table.report({ .nothingMakesIt(table.subject, maySupply: context == .service, at: $0) }, at: [])
        }
        return nil
    }
}
