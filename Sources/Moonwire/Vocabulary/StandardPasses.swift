import LuaRuntime
import MoonwireCore
import MoonwireValues

extension Word {
    /// `pass.boundaries { … }`, `pass.captive_dependencies { … }`, `pass.unused { … }`: the passes that Moonwire provides.
    static func standardPasses(_ evaluation: Evaluation) -> [Word] {
        [StandardPass.Kind.boundaries([]), .captiveDependencies, .unused].map { kind in
            Word(kind.word, evaluation, WordForm(1, "\(kind.word) { … }")) { call in
                let reader = StandardPassReader(kind, call, evaluation)
                let (pass, scope) = evaluation.reading { reader.pass() }
                evaluation.include(scope)
                if let pass, !scope.isFaulty { evaluation.add(pass) }
                return .values(0)
            }
        }
    }
}

/// Reads the table of one call.
private struct StandardPassReader {
    private let kind: StandardPass.Kind
    private let call: LuaCall
    private let table: ScriptTable

    init(_ kind: StandardPass.Kind, _ call: LuaCall, _ evaluation: Evaluation) {
        self.kind = kind
        self.call = call
        table = ScriptTable(
            evaluation: evaluation, stack: call.stack, key: kind.word, origin: evaluation.origin(call))
    }

    private var stack: LuaStack { call.stack }

    func pass() -> Pass? {
        let position = call.position(0)
        guard position != 0, stack.luaType(at: position) == .table else {
            table.report({ .expectsTable(table.subject, orFunction: false, found: call.found(0), at: $0) }, at: [])
            return nil
        }
        var components: [StandardPass.Component]?
        var exceptions: [StandardPass.Target] = []
        var severity: Diagnostic.Severity?
        let context: ScriptKey.Context = if case .boundaries = kind { .boundaries } else { .standardPass }
        table.forEachField(position, of: context) { key, value in
            switch key.name {
            case "components": components = self.components(value, key)
            case "except": exceptions = targets(value, key, at: [key.name])
            default: severity = self.severity(value, key)
            }
        }
        guard case .boundaries = kind else { return made(kind, exceptions, severity) }
        guard let components else {
            table.report({ .passWithoutComponents(at: $0) }, at: [])
            return nil
        }
        return made(.boundaries(components), exceptions, severity)
    }

    private func made(
        _ kind: StandardPass.Kind, _ exceptions: [StandardPass.Target], _ severity: Diagnostic.Severity?
    ) -> Pass {
        let standard = StandardPass(kind, except: exceptions, severity: severity)
        return Pass(standard, origin: table.origin, isOfScript: true)
    }

    private func components(_ position: Int, _ key: ScriptKey) -> [StandardPass.Component] {
        guard stack.luaType(at: position) == .table else {
            table.refuse(position, key)
            return []
        }
        var components: [StandardPass.Component] = []
        table.forEachField(position, at: [key.name]) { name, value in
            components.append(component(name, value, at: [key.name, name]))
        }
        if components.isEmpty { table.refuse("an empty table", key) }
        return components.sorted { $0.name < $1.name }
    }

    private func component(_ name: String, _ position: Int, at path: [String]) -> StandardPass.Component {
        var fields = table
        fields.title = "\(table.subject): component \"\(name)\""
        guard stack.luaType(at: position) == .table else {
            fields.report(
                { .expectsTable(fields.subject, orFunction: false, found: stack.found(position), at: $0) }, at: path)
            return StandardPass.Component(name, [], [], at: path)
        }
        var services: [StandardPass.Target]?
        var uses: [String] = []
        fields.forEachField(position, of: .component, at: path) { key, value in
            let path = path + [key.name]
            switch key.name {
            case "services": services = targets(value, key, at: path)
            default: uses = strings(value, key, at: path).map(\.text)
            }
        }
        if services == nil { fields.report({ .componentWithoutServices(name, at: $0) }, at: path) }
        return StandardPass.Component(name, services ?? [], uses, at: path)
    }

    private func targets(_ position: Int, _ key: ScriptKey, at path: [String]) -> [StandardPass.Target] {
        strings(position, key, at: path).map { StandardPass.Target($0.text, at: $0.path) }
    }

    /// A string, or a list of strings, each with its path.
    private func strings(_ position: Int, _ key: ScriptKey, at path: [String]) -> [(text: String, path: [String])] {
        if let text = stack.text(at: position), !text.isEmpty { return [(text, path)] }
        var strings: [(text: String, path: [String])] = []
        let isList =
            stack.luaType(at: position) == .table
            && table.forEachElement(position, at: path) { number, element in
                let path = path + ["\(number)"]
                if let text = stack.text(at: element), !text.isEmpty {
                    strings.append((text, path))
                } else {
                    table.refuse(element, key, at: path)
                }
            }
        if !isList { table.refuse(position, key, at: path) }
        return strings
    }

    private func severity(_ position: Int, _ key: ScriptKey) -> Diagnostic.Severity? {
        let text = stack.text(at: position)
        if let severity = text.flatMap(Diagnostic.Severity.init) { return severity }
        let near = text.map { Suggestions(among: Diagnostic.Severity.allCases.map(\.rawValue)).nearest(to: $0) } ?? []
        table.report(
            { .expects(table.subject, key.name, key.kind.expectation, stack.found(position), near: near, at: $0) },
            at: [key.name])
        return nil
    }
}
