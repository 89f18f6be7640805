import LuaRuntime
import MoonwireCore
import MoonwireValues

/// Reads what follows `scenario "name"`.
struct ScenarioTable {
    private let name: String
    private let call: LuaCall
    private let table: ScriptTable

    init(_ evaluation: Evaluation, _ call: LuaCall, _ name: String) {
        self.name = name
        self.call = call
        table = ScriptTable(
            evaluation: evaluation, stack: call.stack, key: name, title: "scenario \"\(name)\"",
            origin: evaluation.origin(call))
    }

    private var stack: LuaStack { table.stack }
    private var evaluation: Evaluation { table.evaluation }

    /// The scenario, with what could be read of it; nil if no table follows the name.
    ///
    /// Its faults do not affect other definitions.
    func scenario() -> Scenario? {
        let position = call.position(0)
        guard position != 0, stack.luaType(at: position) == .table else {
            table.report({ .expectsTable(table.subject, orFunction: false, found: call.found(0), at: $0) }, at: [])
            return nil
        }
        var scenario = Scenario(name: name, origin: table.origin)
        _ = evaluation.reading {
            table.forEachField(position, of: .scenario) { key, value in read(value, key, into: &scenario) }
        }
        return scenario
    }

    private func read(_ value: Int, _ key: ScriptKey, into scenario: inout Scenario) {
        switch key.name {
        case "replace": scenario.replacements = entries(value, key, replacement).sorted { $0.id < $1.id }
        case "parameters": if isTable(value, key) { scenario.parameters = parameters(value, key) }
        case "live": scenario.limit = limit(value, key)
        case "builds":
            scenario.expectations = entries(value, key, expectation).sorted { $0.service.id < $1.service.id }
        default: scenario.failures = entries(value, key, failure).sorted { $0.service.id < $1.service.id }
        }
    }

    private func isTable(_ position: Int, _ key: ScriptKey) -> Bool {
        if stack.luaType(at: position) == .table { return true }
        table.refuse(position, key)
        return false
    }

    /// Reads a table whose keys are ids; a value that `read` refuses is left out.
    private func entries<Entry>(
        _ position: Int, _ key: ScriptKey, _ read: (Int, Scenario.Mention) -> Entry?
    ) -> [Entry] {
        guard isTable(position, key) else { return [] }
        var entries: [Entry] = []
        table.forEachField(position, at: [key.name]) { id, value in
            let service = Scenario.Mention(key.name, id, at: table.location([key.name, id]))
            if let entry = read(value, service) { entries.append(entry) }
        }
        return entries
    }

    private func replacement(_ position: Int, _ service: Scenario.Mention) -> Definition {
        let origin = table.origin.nested(at: [service.key, service.id], in: name)
        var definition = ServiceTable(
            evaluation, stack, at: position, id: service.id, .inline, origin: origin
        ).definition()
        definition.isOverride = true
        return definition
    }

    private func parameters(_ position: Int, _ key: ScriptKey) -> ParameterTree {
        ScriptTable(
            evaluation: evaluation, stack: stack, key: key.name,
            origin: table.origin.nested(at: [key.name], in: name)
        ).parameters(position)
    }

    /// Nil if all services can be built.
    private func limit(_ position: Int, _ key: ScriptKey) -> Scenario.BuildLimit? {
        let location = table.location([key.name])
        if let isLive = stack.boolean(at: position) {
            return isLive ? nil : Scenario.BuildLimit(at: location, live: [])
        }
        let live = table.references(position, key).enumerated().map { index, reference in
            Scenario.Mention(key.name, reference.id, at: table.location([key.name, "\(index + 1)"]))
        }
        return Scenario.BuildLimit(at: location, live: live)
    }

    private func expectation(_ position: Int, _ service: Scenario.Mention) -> Scenario.BuildExpectation? {
        if stack.isInteger(at: position), let count = stack.integer(at: position), count >= 0 {
            return Scenario.BuildExpectation(service, count: Int(count))
        }
        refuse(position, service, "a number of builds")
        return nil
    }

    private func failure(_ position: Int, _ service: Scenario.Mention) -> Scenario.BuildFailure? {
        if let message = stack.text(at: position) {
            return Scenario.BuildFailure(service, build: nil, message: message)
        }
        guard stack.luaType(at: position) == .table else {
            refuse(position, service, "a message or a table")
            return nil
        }
        var fields = table
        fields.title = "\(table.subject): failure of \"\(service.id)\""
        var build: Int?
        var message: String?
        let (_, scope) = evaluation.reading {
            fields.forEachField(position, of: .failure, at: [service.key, service.id]) { key, value in
                let path = [service.key, service.id, key.name]
                switch key.name {
                case "at":
                    build = stack.isInteger(at: value) ? stack.integer(at: value).map { Int($0) } : nil
                    if build ?? 0 < 1 { fields.refuse(value, key, at: path) }
                default:
                    message = stack.text(at: value)
                    if message == nil { fields.refuse(value, key, at: path) }
                }
            }
        }
        evaluation.include(scope)
        guard let message else {
            if !scope.isFaulty {
                fields.report({ .noMessage(fields.subject, at: $0) }, at: [service.key, service.id])
            }
            return nil
        }
        return Scenario.BuildFailure(service, build: build, message: message)
    }

    private func refuse(_ position: Int, _ service: Scenario.Mention, _ expectation: String) {
        let path = [service.key, service.id]
        table.report(
            { .expects(table.subject, path.joined(separator: "."), expectation, stack.found(position), at: $0) },
            at: path)
    }
}
