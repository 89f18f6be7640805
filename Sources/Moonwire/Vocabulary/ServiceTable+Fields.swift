import LuaRuntime
import MoonwireCore
import MoonwireValues

// What the keys of a service's table say.
extension ServiceTable {
    func factory(_ position: Int) -> Construction? {
        switch stack.luaType(at: position) {
        case .string: return template(position, ["factory"], "").map { .staticMethod($0) }
        case .function:
            return .function(ScriptFunction(stack.function(at: position), table.evaluation, receives: .table))
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
                    table.subject, "factory", "{ ref \"id\", \"method\" }, \"Type.method\", or a function",
                    stack.found(position), at: $0)
            }, at: ["factory"])
        return nil
    }

    /// Arguments by position, by label, or both.
    func arguments(_ position: Int, at path: [String]) -> Arguments {
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

    func uses(_ position: Int) -> [ServiceReference] {
        list(position, "uses", "a list of ids").enumerated().compactMap { index, value in
            switch value {
            case .value(.text(let id)): return ServiceReference(id)
            case .reference(let reference): return reference
            case _ where wasTold(value, position, index + 1): return nil
            default:
                table.report(
                    { .expects(table.subject, "uses", "a list of ids", value.found, at: $0) },
                    at: ["uses", "\(index + 1)"])
                return nil
            }
        }
    }

    /// Whether an element could not be read, which was told: nothing stands in its place, but nobody wrote `null`.
    private func wasTold(_ element: WiredValue, _ list: Int, _ index: Int) -> Bool {
        guard case .value(.null) = element else { return false }
        stack.rawGet(list, index: index)
        defer { stack.pop(1) }
        return stack.tokenKind(at: stack.top) != .null
    }

    /// With names in name order, with pairs in written order.
    func setters(_ position: Int) -> [Setter] {
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
            if wasTold(element, position, index + 1) { return nil }
            table.report({ .expects(table.subject, "set", "{ \"name\", value }", element.found, at: $0) }, at: path)
            return nil
        }
        return pairs + content.fields.map { Setter(name: $0.label, value: $0.value, path: ["set", $0.label]) }
    }

    func calls(_ position: Int) -> [MethodCall] {
        list(position, "call", "a list of calls").enumerated().compactMap { index, element in
            if case .list(let parts) = element, case .value(.text(let method))? = parts.first {
                var arguments = Arguments()
                arguments.positional = Array(parts.dropFirst())
                return MethodCall(method: method, arguments: arguments)
            }
            if wasTold(element, position, index + 1) { return nil }
            let path = ["call", "\(index + 1)"]
            table.report(
                { .expects(table.subject, "call", "{ \"method\", argument, … }", element.found, at: $0) }, at: path)
            return nil
        }
    }

    func configure(_ position: Int) -> ScriptFunction? {
        guard stack.luaType(at: position) == .function else {
            table.report(
                { .expects(table.subject, "configure", "a function", stack.found(position), at: $0) }, at: ["configure"]
            )
            return nil
        }
        return ScriptFunction(stack.function(at: position), table.evaluation)
    }

    func stop(_ position: Int) -> StopAction? {
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

    func parent(_ position: Int) -> ServiceReference? {
        if let id = stack.text(at: position), !id.isEmpty { return ServiceReference(id) }
        if case .reference(let reference) = table.evaluation.value(ofTokenAt: position, stack) { return reference }
        table.report(
            { .expects(table.subject, "parent", "the id of a service", stack.found(position), at: $0) }, at: ["parent"])
        return nil
    }

    /// The reason; empty when there is none, nil when the service may be used after all.
    func deprecation(_ position: Int) -> String? {
        if let reason = stack.text(at: position) { return reason }
        if let isDeprecated = stack.boolean(at: position) { return isDeprecated ? "" : nil }
        table.report(
            { .expects(table.subject, "deprecated", "true or a reason", stack.found(position), at: $0) },
            at: ["deprecated"])
        return nil
    }

    func template(_ position: Int, _ path: [String], _ expected: String) -> TextTemplate? {
        if let text = stack.text(at: position) {
            guard table.admits(placeholdersIn: text) else { return nil }
            return table.read(TextForms(at: table.origin.location), at: path) { forms throws(TextForms.Fault) in
                try forms.template(text)
            }
        }
        if let template = table.evaluation.value(ofTokenAt: position, stack)?.template { return template }
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
    var template: TextTemplate? {
        switch self {
        case .value(.text(let text)): TextTemplate([.text(text)])
        case .template(let template): template
        case .parameter(let reference): TextTemplate([.parameter(reference.name)])
        default: nil
        }
    }
}
