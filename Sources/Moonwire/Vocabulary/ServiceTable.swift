import LuaRuntime
import MoonwireCore
import MoonwireValues

/// Reads what follows `service "id"` or `inline`: a table with keys, or a function.
struct ServiceTable {
    static let keys = inlineKeys + ["reload", "stop"]
    /// Nobody holds an inline service but the one that it is made for.
    private static let inlineKeys = [
        "type", "args", "factory", "uses", "scope", "set", "call", "configure", "synthetic",
    ]

    private let id: String
    private let call: LuaCall
    private let table: ScriptTable

    init(_ evaluation: Evaluation, _ call: LuaCall, id: String, origin: Origin) {
        self.id = id
        self.call = call
        table = ScriptTable(
            evaluation: evaluation, stack: call.stack, key: id.isEmpty ? "inline" : id, isService: !id.isEmpty,
            origin: origin)
    }

    private var stack: LuaStack { call.stack }

    func definition() -> Definition {
        table.evaluation.reading { read() }
    }

    private func read() -> Definition {
        let position = call.position(0)
        switch position == 0 ? .nil : stack.luaType(at: position) {
        case .table: return read(position)
        case .function:
            let function = ScriptFunction(stack.function(at: position), table.evaluation)
            return Definition(id: id, origin: table.origin, construction: .function(function))
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
    }

    private func read(_ position: Int) -> Definition {
        var definition = Definition(id: id, origin: table.origin, construction: .synthetic(type: nil))
        var parts = Parts()
        let faults = table.evaluation.faults
        table.forEachField(position, known: id.isEmpty ? Self.inlineKeys : Self.keys) { key, value in
            switch key {
            case "type": parts.type = template(value, ["type"], "a type's name")
            case "factory": parts.factory = factory(value)
            case "synthetic": parts.isSynthetic = flag(value, key)
            case "args": definition.arguments = arguments(value, at: ["args"])
            case "uses": definition.uses = uses(value)
            case "scope": definition.scope = scope(value)
            case "set": definition.setters = setters(value)
            case "call": definition.calls = calls(value)
            case "reload": definition.reload = reload(value)
            case "stop": definition.stop = stop(value)
            default: definition.configure = configure(value)
            }
        }
        definition.construction = construction(parts, isSound: table.evaluation.faults == faults)
        return definition
    }

    /// - Parameter isSound: Whether all keys could be read; otherwise the missing one is perhaps misspelt.
    private func construction(_ parts: Parts, isSound: Bool) -> Construction {
        if parts.isSynthetic {
            if parts.factory != nil {
                table.report({ .conflict(table.subject, "synthetic", "factory", at: $0) }, at: ["factory"])
            }
            return .synthetic(type: parts.type)
        }
        if let factory = parts.factory {
            if parts.type != nil { table.report({ .conflict(table.subject, "factory", "type", at: $0) }, at: ["type"]) }
            return factory
        }
        if let type = parts.type { return .type(type) }
        if isSound { table.report({ .nothingMakesIt(table.subject, at: $0) }, at: []) }
        return .synthetic(type: nil)
    }

    private func factory(_ position: Int) -> Construction? {
        switch stack.luaType(at: position) {
        case .string: return template(position, ["factory"], "").map { .staticMethod($0) }
        case .function:
            return .function(ScriptFunction(stack.function(at: position), table.evaluation, receivesArguments: true))
        case .table:
            let content = table.content(position, at: ["factory"])
            if content.fields.isEmpty, content.elements.count == 2, let method = content.elements[1].template {
                return .method(of: content.elements[0], name: method)
            }
        default: break
        }
        table.report(
            {
                .expects(
                    table.subject, "factory", "{ ref \"id\", \"method\" }, \"Type.method\" or a function",
                    stack.found(position), at: $0)
            }, at: ["factory"])
        return nil
    }

    /// Arguments by position, by label, or both.
    private func arguments(_ position: Int, at path: [String]) -> Arguments {
        guard stack.luaType(at: position) == .table else {
            table.report({ .expects(table.subject, "args", "a table", stack.found(position), at: $0) }, at: path)
            return Arguments()
        }
        let content = table.content(position, at: path)
        var arguments = Arguments()
        arguments.positional = content.elements
        arguments.labeled = content.fields
        return arguments
    }

    private func uses(_ position: Int) -> [ServiceReference] {
        list(position, "uses", "a list of ids").enumerated().compactMap { index, value in
            switch value {
            case .value(.text(let id)): return ServiceReference(id)
            case .reference(let reference): return reference
            default:
                table.report(
                    { .expects(table.subject, "uses", "a list of ids", value.found, at: $0) },
                    at: ["uses", "\(index + 1)"])
                return nil
            }
        }
    }

    private func scope(_ position: Int) -> Scope {
        guard let name = stack.text(at: position) else {
            table.report(
                { .expects(table.subject, "scope", "a scope's name", stack.found(position), at: $0) }, at: ["scope"])
            return .shared
        }
        let scope = Scope(rawValue: name)
        guard case .named = scope else { return scope }
        guard let types = table.evaluation.types else {
            table.report({ .scopeOfTheApplication(name, table.subject, at: $0) }, at: ["scope"])
            return scope
        }
        if types.scopes.contains(name) { return scope }
        table.report({ .unknownScope(name, table.subject, known: types.scopes, at: $0) }, at: ["scope"])
        return .transient
    }

    /// With names in name order, with pairs in written order.
    private func setters(_ position: Int) -> [Setter] {
        guard stack.luaType(at: position) == .table else {
            table.report({ .expects(table.subject, "set", "a table", stack.found(position), at: $0) }, at: ["set"])
            return []
        }
        let content = table.content(position, at: ["set"])
        let pairs = content.elements.enumerated().compactMap { index, element -> Setter? in
            let path = ["set", "\(index + 1)"]
            if case .list(let pair) = element, pair.count == 2, case .value(.text(let name)) = pair[0] {
                return Setter(name: name, value: pair[1], path: path)
            }
            table.report({ .expects(table.subject, "set", "{ \"name\", value }", element.found, at: $0) }, at: path)
            return nil
        }
        return pairs + content.fields.map { Setter(name: $0.label, value: $0.value, path: ["set", $0.label]) }
    }

    private func calls(_ position: Int) -> [MethodCall] {
        list(position, "call", "a list of calls").enumerated().compactMap { index, element in
            if case .list(let parts) = element, case .value(.text(let method))? = parts.first {
                var arguments = Arguments()
                arguments.positional = Array(parts.dropFirst())
                return MethodCall(method: method, arguments: arguments)
            }
            let path = ["call", "\(index + 1)"]
            table.report(
                { .expects(table.subject, "call", "{ \"method\", argument, … }", element.found, at: $0) }, at: path)
            return nil
        }
    }

    private func configure(_ position: Int) -> ScriptFunction? {
        guard stack.luaType(at: position) == .function else {
            table.report(
                { .expects(table.subject, "configure", "a function", stack.found(position), at: $0) }, at: ["configure"]
            )
            return nil
        }
        return ScriptFunction(stack.function(at: position), table.evaluation)
    }

    private func reload(_ position: Int) -> ReloadPolicy {
        if let policy = stack.text(at: position).flatMap(ReloadPolicy.init) { return policy }
        let policies = ReloadPolicy.allCases.map(\.rawValue).quotedAlternatives
        table.report({ .expects(table.subject, "reload", policies, stack.found(position), at: $0) }, at: ["reload"])
        return .auto
    }

    private func stop(_ position: Int) -> StopAction? {
        switch stack.luaType(at: position) {
        case .string: return stack.text(at: position).map { .method($0) }
        case .function: return .function(ScriptFunction(stack.function(at: position), table.evaluation))
        default:
            table.report(
                { .expects(table.subject, "stop", "a method's name or a function", stack.found(position), at: $0) },
                at: ["stop"])
            return nil
        }
    }

    private func flag(_ position: Int, _ key: String) -> Bool {
        if let value = stack.boolean(at: position) { return value }
        table.report({ .expects(table.subject, key, "true or false", stack.found(position), at: $0) }, at: [key])
        return false
    }

    private func template(_ position: Int, _ path: [String], _ expected: String) -> TextTemplate? {
        if let text = stack.text(at: position) { return TextForms(at: table.origin.location).template(text) }
        if stack.token(at: position) != nil, let template = table.value(position, at: path).template { return template }
        table.report({ .expects(table.subject, path[0], expected, stack.found(position), at: $0) }, at: path)
        return nil
    }

    private func list(_ position: Int, _ key: String, _ expected: String) -> [WiredValue] {
        if stack.luaType(at: position) == .table {
            let content = table.content(position, at: [key])
            if content.fields.isEmpty { return content.elements }
        }
        table.report({ .expects(table.subject, key, expected, stack.found(position), at: $0) }, at: [key])
        return []
    }
}

extension WiredValue {
    /// The value as a name whose placeholders are filled in; nil when it is no text and no parameter.
    fileprivate var template: TextTemplate? {
        switch self {
        case .value(.text(let text)): TextTemplate([.text(text)])
        case .template(let template): template
        case .parameter(let reference): TextTemplate([.parameter(reference.name)])
        default: nil
        }
    }
}
