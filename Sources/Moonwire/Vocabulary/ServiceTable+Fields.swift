import LuaRuntime
import MoonwireCore
import MoonwireValues

// Reads the keys of a service's table.
extension ServiceTable {
    func factory(_ position: Int, _ key: ScriptKey) -> Construction? {
        switch stack.luaType(at: position) {
        case .string: return template(position, key).map { .staticMethod($0) }
        case .function:
            return .function(ScriptFunction(stack.function(at: position), table.evaluation, receives: .table))
        case .table:
            let content = table.content(position, at: [key.name])
            if content.fields.isEmpty, content.elements.count == 2, let method = content.elements[1].template {
                return .method(of: content.elements[0], name: method)
            }
        default: break
        }
        table.refuse(position, key)
        return nil
    }

    /// Arguments by position, by label, or both; `auto` wires all of them, or those that precede it leave out.
    func arguments(_ position: Int, _ key: ScriptKey) -> Arguments {
        var arguments = Arguments()
        if stack.tokenKind(at: position) == .auto {
            arguments.auto = .definition
            return arguments
        }
        guard stack.luaType(at: position) == .table else {
            table.refuse(position, key)
            return arguments
        }
        if endsWithAuto(position) { arguments.auto = .definition }
        arguments.appends = context == .service && beginsWithInherited(position)
        let content = table.content(
            position, at: [key.name], skipping: arguments.appends ? 1 : 0, dropping: arguments.auto == nil ? 0 : 1)
        arguments.positional = content.elements
        arguments.labeled = content.fields
        return arguments
    }

    /// Whether the last element of a list is `auto`.
    private func endsWithAuto(_ list: Int) -> Bool {
        let count = stack.rawLength(at: list)
        guard count > 0 else { return false }
        stack.rawGet(list, index: count)
        defer { stack.pop(1) }
        return stack.tokenKind(at: stack.top) == .auto
    }

    private func beginsWithInherited(_ list: Int) -> Bool {
        stack.rawGet(list, index: 1)
        defer { stack.pop(1) }
        return stack.tokenKind(at: stack.top) == .inherited
    }

    /// With names in name order, with pairs in written order.
    func setters(_ position: Int, _ key: ScriptKey) -> [Setter] {
        guard stack.luaType(at: position) == .table else {
            table.refuse(position, key)
            return []
        }
        let content = table.content(position, at: [key.name])
        let pairs = content.elements.enumerated().compactMap { index, element -> Setter? in
            let path = [key.name, "\(index + 1)"]
            if case .list(let pair) = element, pair.count == 2, case .value(.text(let name)) = pair[0] {
                return Setter(name: name, value: pair[1], path: path)
            }
            if table.wasReported(element, position, index + 1) { return nil }
            table.refuse(element.found, key, "{ \"name\", value }", at: path)
            return nil
        }
        return pairs + content.fields.map { Setter(name: $0.label, value: $0.value, path: [key.name, $0.label]) }
    }

    /// Each is a list that begins with the name of the method, and has arguments by position, by label, or both.
    func calls(_ position: Int, _ key: ScriptKey) -> [MethodCall] {
        var calls: [MethodCall] = []
        let isList =
            stack.luaType(at: position) == .table
            && table.forEachElement(position, at: [key.name]) { number, element in
                if let call = call(element, key, number) { calls.append(call) }
            }
        if !isList { table.refuse(position, key) }
        return calls
    }

    private func call(_ position: Int, _ key: ScriptKey, _ number: Int) -> MethodCall? {
        let path = [key.name, "\(number)"]
        var found = stack.found(position)
        if stack.luaType(at: position) == .table {
            let content = table.content(position, at: path)
            if case .value(.text(let method))? = content.elements.first {
                var arguments = Arguments()
                arguments.positional = Array(content.elements.dropFirst())
                arguments.labeled = content.fields
                return MethodCall(method: method, arguments: arguments, number: number)
            }
            if let first = content.elements.first, table.wasReported(first, position, 1) { return nil }
            found = content.elements.isEmpty && !content.fields.isEmpty ? "a map" : "a list"
        }
        table.refuse(found, key, "{ \"method\", argument, label = argument, … }", at: path)
        return nil
    }

    func configure(_ position: Int, _ key: ScriptKey) -> ScriptFunction? {
        guard stack.luaType(at: position) == .function else {
            table.refuse(position, key)
            return nil
        }
        return ScriptFunction(stack.function(at: position), table.evaluation)
    }

    func action(_ position: Int, _ key: ScriptKey) -> InstanceAction? {
        switch stack.luaType(at: position) {
        case .string: return stack.text(at: position).map { .method($0) }
        case .function: return .function(ScriptFunction(stack.function(at: position), table.evaluation))
        default:
            table.refuse(position, key)
            return nil
        }
    }

    /// `true` means the method with the name of the key.
    func runAction(_ position: Int, _ key: ScriptKey) -> InstanceAction? {
        if let name = stack.text(at: position) { return .method(name) }
        if stack.boolean(at: position) == true { return .method(key.name) }
        table.refuse(position, key)
        return nil
    }

    func runPolicy(_ position: Int, _ key: ScriptKey) -> RunPolicy? {
        let text = stack.text(at: position)
        if let policy = text.flatMap(RunPolicy.init) { return policy }
        let near = text.map { Suggestions(among: RunPolicy.allCases.map(\.rawValue)).nearest(to: $0) } ?? []
        table.report(
            { .expects(table.subject, key.name, key.kind.expectation, stack.found(position), near: near, at: $0) },
            at: [key.name])
        return nil
    }

    func parent(_ position: Int, _ key: ScriptKey) -> ServiceReference? {
        if let id = stack.text(at: position), !id.isEmpty {
            return ServiceReference(id, in: table.evaluation.module)
        }
        if case .reference(let reference) = table.evaluation.value(ofTokenAt: position, stack),
            reference.arguments == nil, !reference.isDroppable
        {
            return reference
        }
        table.refuse(position, key)
        return nil
    }

    func template(_ position: Int, _ key: ScriptKey) -> TextTemplate? {
        if let text = stack.text(at: position) {
            guard table.admits(placeholdersIn: text) else { return nil }
            return table.read(TextForms(at: table.origin.location, table.evaluation.processors.byName), at: [key.name])
            {
                forms throws(TextForms.Fault) in try forms.template(text)
            }
        }
        if let template = table.evaluation.value(ofTokenAt: position, stack)?.template { return template }
        table.refuse(position, key)
        return nil
    }
}

extension WiredValue {
    /// The value as a name whose placeholders are filled in; nil unless it is a string or a parameter.
    var template: TextTemplate? {
        switch self {
        case .value(.text(let text)): TextTemplate([.text(text)])
        case .template(let template): template
        case .parameter(let reference): TextTemplate([.parameter(reference.name)])
        default: nil
        }
    }
}
