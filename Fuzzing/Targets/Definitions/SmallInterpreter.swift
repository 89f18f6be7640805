/// The rules of the language for a ``SmallWiring``, written down without Moonwire: what a service is, and which mistakes there are.
struct SmallInterpreter {
    typealias Value = SmallWiring.Value
    typealias Definition = SmallWiring.Definition

    /// A service as all files define it.
    private struct Service {
        var definition: Definition
        /// The defaults of the file that defines it.
        let defaultScope: SmallWiring.Scope?
        let isAuto: Bool
        let defaultTags: [SmallWiring.Tag]
    }

    private struct Decorator {
        let definition: Definition
        let priority: Int
        let number: Int
    }

    private var services: [String: Service] = [:]
    /// The ids in the order of their first definitions.
    private var order: [String] = []
    private var aliases: [String: String] = [:]
    private var decorators: [String: [Decorator]] = [:]
    /// In the order in which they were first written.
    private(set) var memos: [String] = []
    private(set) var parameters: [String: Value] = [:]
    /// Mistakes, each with the id of the service or alias.
    private(set) var mistakes: [String] = []

    init(_ wiring: SmallWiring) {
        for file in wiring.files { for statement in file.statements { add(statement, of: file) } }
        check()
    }

    /// The ids that the application can resolve.
    var ids: [String] { order.filter { services[$0]?.definition.isAbstract == false } + aliases.keys.sorted() }

    private mutating func add(_ statement: SmallWiring.Statement, of file: SmallWiring.File) {
        switch statement {
        case .parameters(let values): parameters.merge(values) { $1 }
        case .service(let id, let definition): define(id, definition, of: file)
        case .defaultService(let id, let definition): if services[id] == nil { define(id, definition, of: file) }
        case .extend(let id, let change):
            guard var service = services[id] else { return mistakes.append("\(id) is extended") }
            service.definition.arguments.merge(change.arguments) { $1 }
            for setter in change.setters {
                let known = service.definition.setters.firstIndex { $0.name == setter.name }
                if let known {
                    service.definition.setters[known] = setter
                } else {
                    service.definition.setters.append(setter)
                }
            }
            for (index, value) in change.positional.enumerated() {
                if service.definition.positional.indices.contains(index) {
                    service.definition.positional[index] = value
                } else {
                    service.definition.positional.append(value)
                }
            }
            service.definition.isAuto = service.definition.isAuto || change.isAuto
            service.definition.calls += change.calls
            service.definition.tags += change.tags
            services[id] = service
        case .memo(let id): if !memos.contains(id) { memos.append(id) }
        case .alias(let id, let target): aliases[id] = target
        case .decorate(let id, let written, let priority):
            var definition = written
            definition.isAuto = definition.isAuto || file.isAuto
            decorators[id, default: []].append(
                Decorator(definition: definition, priority: priority, number: decorators[id]?.count ?? 0))
        }
    }

    private mutating func define(_ id: String, _ definition: Definition, of file: SmallWiring.File) {
        if services[id] == nil { order.append(id) }
        services[id] = Service(
            definition: definition, defaultScope: file.scope, isAuto: file.isAuto, defaultTags: file.tags)
    }

    /// What a service has together with what it inherits.
    private func complete(_ service: Service) -> Definition {
        var definition = inheriting(service.definition)
        definition.scope = definition.scope ?? service.defaultScope ?? .shared
        // The defaults of a file are not inherited.
        definition.isAuto = definition.isAuto || service.isAuto
        return definition
    }

    private func inheriting(_ definition: Definition) -> Definition {
        guard let parent = definition.parent.flatMap({ services[$0]?.definition }) else { return definition }
        let inherited = inheriting(parent)
        var own = definition
        own.type = inherited.type
        own.isAuto = own.isAuto || inherited.isAuto
        own.arguments.merge(inherited.arguments) { own, _ in own }
        own.positional += inherited.positional.dropFirst(own.positional.count)
        let names = own.setters.map(\.name)
        own.setters = inherited.setters.filter { !names.contains($0.name) } + own.setters
        own.calls = inherited.calls + own.calls
        own.scope = own.scope ?? inherited.scope
        return own
    }

    private func target(of id: String) -> String { aliases[id] ?? id }

    private func isService(_ id: String) -> Bool { services[target(of: id)]?.definition.isAbstract == false }

    // MARK: Mistakes

    private mutating func check() {
        for (id, target) in aliases where services[target] == nil { mistakes.append("alias \(id)") }
        for id in decorators.keys where services[id] == nil { mistakes.append("\(id) is decorated") }
        for id in order {
            guard let service = services[id] else { continue }
            if let parent = service.definition.parent, services[parent] == nil { mistakes.append("parent of \(id)") }
            if service.definition.isAbstract { continue }
            let definition = complete(service)
            check(definition, of: id)
            if takesArguments(id), definition.scope != .transient { mistakes.append("\(id) takes arguments") }
            for decorator in decorators[id] ?? [] { check(decorator.definition, of: id) }
        }
        for name in parameters.keys where needsItself(name) { mistakes.append("\(name) needs itself") }
        var visited: Set<String> = []
        for id in order where mistakes.isEmpty { visit(id, [], &visited) }
        for id in order where mistakes.isEmpty && isService(id) { checkCycle(of: id) }
    }

    /// The services of a cycle have one scope, in which instances are kept.
    private mutating func checkCycle(of id: String) {
        let targets = laterTargets(of: id)
        let ahead = reached(from: [id])
        let members = ahead.filter { reached(from: [$0]).contains(id) }
        guard targets.contains(where: members.contains) else { return }
        let scopes = Set(members.compactMap { services[$0].map { complete($0).scope ?? .shared } })
        if scopes.count > 1 || scopes.contains(.transient) { mistakes.append("the cycle of \(id)") }
    }

    /// What the services need, directly or indirectly, with what they are given later.
    private func reached(from ids: [String]) -> Set<String> {
        var reached: Set<String> = []
        var open = ids.flatMap { directNeeds(of: $0) }
        while let id = open.popLast() { if reached.insert(id).inserted { open += directNeeds(of: id) } }
        return reached
    }

    private func directNeeds(of id: String) -> [String] {
        guard let service = services[id] else { return [] }
        let values = complete(service).values + (decorators[id] ?? []).flatMap(\.definition.values)
        return values.flatMap { needs(of: $0, collectedBy: id) } + laterTargets(of: id)
    }

    private func laterTargets(of id: String) -> [String] {
        guard let service = services[id] else { return [] }
        return complete(service).setters.compactMap { setter in
            if case .back(let target) = setter { self.target(of: target) } else { nil }
        }
    }

    private mutating func check(_ definition: Definition, of id: String) {
        if labels(of: definition) == nil || !definition.hasGoodPort {
            mistakes.append("argument of \(id)")
        }
        for case .back(let target) in definition.setters where !isService(target) {
            mistakes.append("\(target) in \(id)")
        }
        for value in definition.values { check(value, of: id) }
    }

    private mutating func check(_ value: Value, of id: String) {
        switch value {
        case .integer, .tagged, .inner, .argument, .everyMemo, .everyRecord: break
        case .typed: if memos.count != 1 { mistakes.append("a memo of \(id)") }
        case .memo(let memo): if !memos.contains(memo) { mistakes.append("\(memo) in \(id)") }
        case .text(let parts):
            for case .parameter(let name) in parts where parameters[name] == nil { mistakes.append("\(name) in \(id)") }
        case .parameter(let name): if parameters[name] == nil { mistakes.append("\(name) in \(id)") }
        case .reference(let target, let passed):
            if !isService(target) { return mistakes.append("\(target) in \(id)") }
            if !passed.isEmpty, !takesArguments(self.target(of: target)) { mistakes.append("argument for \(target)") }
        case .optional(let target, _):
            if services[self.target(of: target)]?.definition.isAbstract == true {
                mistakes.append("\(target) in \(id)")
            }
        case .list(let elements): for element in elements { check(element, of: id) }
        case .map(let entries): for entry in entries.values { check(entry, of: id) }
        case .inline(let definition): check(definition, of: id)
        }
    }

    /// The records that are services, in the order in which they were first written.
    private var records: [String] { order.filter { services[$0]?.definition.isAbstract == false } }

    private func needsItself(_ parameter: String) -> Bool {
        var (visited, open): (Set<String>, [String]) = ([], [parameter])
        while let name = open.popLast() {
            guard case .text(let parts) = parameters[name] else { continue }
            for case .parameter(let need) in parts {
                if need == parameter { return true }
                if visited.insert(need).inserted { open.append(need) }
            }
        }
        return false
    }

    private func takesArguments(_ id: String) -> Bool {
        services[id].map { complete($0).values.contains(where: \.hasArgument) } ?? false
    }

    /// Finds services that need themselves.
    private mutating func visit(_ id: String, _ path: [String], _ visited: inout Set<String>) {
        if path.contains(id) { return mistakes.append("\(id) needs itself") }
        guard let service = services[id], !visited.contains(id) else { return }
        let values = complete(service).values + (decorators[id] ?? []).flatMap(\.definition.values)
        for need in values.flatMap({ needs(of: $0, collectedBy: id) }) where mistakes.isEmpty {
            visit(need, path + [id], &visited)
        }
        visited.insert(id)
    }

    private func needs(of value: Value, collectedBy id: String) -> [String] {
        switch value {
        case .integer, .text, .parameter, .typed, .memo, .everyMemo, .inner, .argument: []
        case .everyRecord: records.filter { $0 != id }
        case .reference(let target, _), .optional(let target, _): isService(target) ? [self.target(of: target)] : []
        case .tagged(let tag): members(of: tag).filter { $0 != id }
        case .list(let elements): elements.flatMap { needs(of: $0, collectedBy: id) }
        case .map(let entries): entries.values.flatMap { needs(of: $0, collectedBy: id) }
        case .inline(let definition): definition.values.flatMap { needs(of: $0, collectedBy: id) }
        }
    }

    private func members(of tag: String) -> [String] {
        let tagged = order.compactMap { id -> (id: String, priority: Int)? in
            guard let service = services[id], !service.definition.isAbstract else { return nil }
            let tags = service.definition.tags + service.defaultTags
            // The highest one counts.
            return tags.filter { $0.name == tag }.map(\.priority).max().map { (id, $0) }
        }
        return tagged.enumerated().sorted { ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset) }
            .map(\.element.id)
    }

    // MARK: Instances

    /// The instances of a container; those of a graph belong to one resolve.
    struct Instances {
        fileprivate var shared: [String: Record] = [:]
        fileprivate var graph: [String: Record] = [:]
        /// The steps from the first one on that is given a service later.
        fileprivate var pending: [(record: Record, steps: ArraySlice<Step>, build: Build)] = []

        init() {}
    }

    /// What a resolve returns.
    func resolve(_ id: String, _ instances: inout Instances) -> Record {
        instances.graph = [:]
        let record = instance(of: target(of: id), [:], &instances)
        while let (record, steps, build) = instances.pending.popLast() {
            for step in steps { run(step, on: record, build, &instances) }
        }
        return record
    }

    private func instance(of id: String, _ passed: [String: Value], _ instances: inout Instances) -> Record {
        guard let service = services[id] else { preconditionFailure("a service without a definition") }
        // The highest priority is nearest to the service, and so is the first of several.
        let layers = (decorators[id] ?? []).sorted { ($1.priority, $0.number) < ($0.priority, $1.number) }
        let definition = complete(service)
        let scope = definition.scope ?? .shared
        var build: (inout Instances) -> Record = { layer("", definition, scope, id, passed, nil, &$0) }
        for (depth, decorator) in layers.enumerated() {
            let inner = build
            build = { instances in
                layer(".\(depth)", decorator.definition, scope, id, passed, inner, &instances)
            }
        }
        return build(&instances)
    }

    /// A service without its decorators, or with some of them.
    private func layer(
        _ depth: String, _ definition: Definition, _ scope: SmallWiring.Scope, _ id: String, _ passed: [String: Value],
        _ inner: ((inout Instances) -> Record)?, _ instances: inout Instances
    ) -> Record {
        let key = id + depth
        switch scope {
        case .shared: if let known = instances.shared[key] { return known }
        case .graph: if let known = instances.graph[key] { return known }
        case .transient: break
        }
        let record = made(definition, Build(id: id, passed: passed, inner: inner), &instances)
        switch scope {
        case .shared: instances.shared[key] = record
        case .graph: instances.graph[key] = record
        case .transient: break
        }
        return record
    }

    /// What happens to a record after its construction.
    fileprivate enum Step {
        case set(SmallWiring.Setter)
        case take(Value)

        var isLater: Bool { if case .set(.back) = self { true } else { false } }
    }

    fileprivate struct Build {
        let id: String
        let passed: [String: Value]
        let inner: ((inout Instances) -> Record)?
    }

    private func made(_ definition: Definition, _ build: Build, _ instances: inout Instances) -> Record {
        let record = Record([])
        let labels = labels(of: definition) ?? []
        for label in labels {
            let argument =
                if let given = definition.given(label, labels) {
                    value(given, build, &instances)
                } else {
                    leftOut(label, of: definition, build.inner, &instances)
                }
            record.entries.append((label, argument ?? .none))
        }
        let steps = definition.setters.map { Step.set($0) } + definition.calls.map { Step.take($0) }
        let first = steps.firstIndex(where: \.isLater) ?? steps.count
        for step in steps[..<first] { run(step, on: record, build, &instances) }
        if first < steps.count { instances.pending.append((record, steps[first...], build)) }
        return record
    }

    private func run(_ step: Step, on record: Record, _ build: Build, _ instances: inout Instances) {
        switch step {
        case .set(.note(let value)), .take(let value):
            if value.isLeftOut(isDefined: isService) { return }
            let name = if case .take = step { "take" } else { "note" }
            record.entries.append((name, self.value(value, build, &instances) ?? .none))
        case .set(.back(let id)):
            record.entries.append(("back", .record(instance(of: target(of: id), [:], &instances))))
        }
    }

    /// Nil for what is not passed.
    private func value(_ value: Value, _ build: Build, _ instances: inout Instances) -> Record.Value? {
        switch value {
        case .integer(let number): return .plain("\(number)")
        case .text(let parts): return .plain(text(parts))
        case .parameter(let name): return parameters[name].flatMap { self.value($0, build, &instances) }
        case .reference(let id, let passed): return .record(instance(of: target(of: id), passed, &instances))
        case .optional(let id, _):
            return isService(id) ? .record(instance(of: target(of: id), [:], &instances)) : nil
        case .tagged(let tag):
            var found: [Record.Value] = []
            for id in members(of: tag) where id != build.id { found.append(.record(instance(of: id, [:], &instances))) }
            return .list(found)
        case .list(let elements):
            var values: [Record.Value] = []
            for element in elements { if let value = self.value(element, build, &instances) { values.append(value) } }
            return .list(values)
        case .map(let entries):
            var values: [String: Record.Value] = [:]
            for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
                values[key] = self.value(entry, build, &instances)
            }
            return values.isEmpty ? .list([]) : .map(values)
        case .typed: return memos.first.map(memo)
        case .memo(let id): return memo(id)
        case .everyMemo: return .list(memos.map(memo))
        case .everyRecord:
            var found: [Record.Value] = []
            for id in records where id != build.id { found.append(.record(instance(of: id, [:], &instances))) }
            return .list(found)
        case .inline(let definition): return .record(made(definition, build, &instances))
        case .inner: return build.inner.map { .record($0(&instances)) }
        case .argument(let defaultValue):
            return build.passed["n"].flatMap { self.value($0, build, &instances) } ?? .plain("\(defaultValue)")
        }
    }
}
