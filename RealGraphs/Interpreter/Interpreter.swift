/// The rules of the data, applied to a graph: which services there are, and how each of them is built.
///
/// It uses nothing of the container, with which tests compare it. The rules:
///
/// - A later definition with an id replaces a former one, in its place.
/// - A child has the arguments of its parent, followed by its own. A named argument replaces that of the same name. Tags are
///   not inherited.
/// - Decorators wrap their target in the order of their priorities, the highest first, so that it is the innermost.
/// - The services with a tag are sorted by priority, the highest first, and then in written order. A service does not collect
///   itself. Of two members with the same key, the later one is used.
/// - `%name%` is a parameter, which keeps its kind if it is the whole string. `%%` is a percent sign.
/// - A service that is referred to and not defined is supplied from outside. So is a parameter, whose value is its own name,
///   and an abstract definition, which has neither arguments nor calls.
struct Interpreter {
    private let parameters: [String: JSON]
    /// The definitions that no later one replaces, in written order.
    private var definitions: [GraphService] = []
    private var positions: [String: Int] = [:]
    /// By the id of a service, its outermost decorator.
    private var outermost: [String: String] = [:]
    /// By the id of a decorator, what it wraps.
    private var wrapped: [String: Wrapped] = [:]

    private enum Wrapped {
        /// A service with the decorators of its id: another decorator, or the target of an alias.
        case service(String)
        /// A definition alone.
        case definition(String)
    }

    init(_ graph: Graph) {
        parameters = Dictionary(graph.parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        for service in graph.services {
            if let position = positions[service.id] {
                definitions[position] = service
            } else {
                positions[service.id] = definitions.count
                definitions.append(service)
            }
        }
        let decorators = definitions.enumerated().filter { $0.element.decorates != nil }
            .sorted { ($0.element.decorationPriority, $1.offset) > ($1.element.decorationPriority, $0.offset) }
        for (_, decorator) in decorators {
            guard let target = decorator.decorates else { continue }
            wrapped[decorator.id] =
                (outermost[target] ?? definition(target)?.alias).map { .service($0) } ?? .definition(target)
            outermost[target] = decorator.id
        }
    }

    private func definition(_ id: String) -> GraphService? { positions[id].map { definitions[$0] } }

    /// Every id that names a service, aliases included.
    var ids: [String] {
        definitions.map(\.id).filter { id in
            guard let last = definition(original(id)) else { return true }
            return !last.isAbstract
        }
    }

    /// The id of the definition to which an id leads through aliases.
    private func original(_ id: String) -> String {
        var id = id
        var seen: Set<String> = [id]
        while let alias = definition(id)?.alias, seen.insert(alias).inserted { id = alias }
        return id
    }

    /// The id of the definition that is the service of an id: its outermost decorator.
    func service(_ id: String) -> String {
        var id = id
        var seen: Set<String> = []
        while seen.insert(id).inserted {
            if let decorator = outermost[id] {
                id = decorator
            } else if let alias = definition(id)?.alias {
                id = alias
            }
        }
        return id
    }

    /// The ids to which the graph refers and that it does not define.
    ///
    /// Those that only replaced definitions name are not among them.
    var outsideIds: Set<String> { Set(definitions.flatMap { References(in: $0).ids }.filter { positions[$0] == nil }) }

    /// The parents that the graph does not define.
    var outsideParents: Set<String> { Set(definitions.compactMap(\.parent).filter { positions[$0] == nil }) }

    /// How the service of a definition is built.
    func built(_ id: String) throws -> BuiltService {
        guard let service = definition(id) else {
            return BuiltService(
                className: Names.outside, maker: .outside, arguments: ["a1": .string(id)], calls: [], properties: [:],
                configurator: nil, isShared: true)
        }
        return try built(service)
    }

    /// The definitions from which a service inherits, the nearest last, and itself.
    private func line(of service: GraphService) -> [GraphService] {
        var line = [service]
        while let parent = line.last?.parent.flatMap({ definition($0) }), !line.contains(parent) { line.append(parent) }
        return line.reversed()
    }

    private func built(_ service: GraphService) throws -> BuiltService {
        let line = line(of: service)
        var given: [String: GraphArgument] = [:]
        for (position, argument) in line.flatMap(\.arguments).enumerated() { given[Names.label(position)] = argument }
        for named in line.flatMap(\.named) { given[Names.label(named: named.name)] = named.value }
        let arguments = try given.mapValues { try value($0, in: service) }
        var properties: [String: BuiltValue] = [:]
        for property in line.flatMap(\.properties) {
            properties[property.name] = try value(property.value, in: service)
        }
        let calls = try line.flatMap(\.calls).compactMap { call -> BuiltService.Call? in
            if call.arguments.contains(where: isIgnored) { return nil }
            return BuiltService.Call(
                method: call.method, arguments: try call.arguments.map { try value($0, in: service) })
        }
        return BuiltService(
            className: className(of: line), maker: maker(line.compactMap(\.factory).last) ?? .initializer,
            arguments: arguments, calls: calls, properties: properties,
            configurator: maker(line.compactMap(\.configurator).last), isShared: service.isShared)
    }

    private func className(of line: [GraphService]) -> String {
        if let name = line.compactMap(\.className).last { return Names.type(ofClass: name) }
        if let parent = line.first?.parent { return Names.outsideClass(ofParent: parent) }
        return Names.type(ofClass: line.last?.id ?? "")
    }

    private func maker(_ maker: GraphService.Maker?) -> BuiltService.Maker? {
        switch maker {
        case .method(let id, let method): .method(of: self.service(id), method)
        case .staticMethod(let type, let method): .staticMethod(of: Names.type(ofClass: type), method)
        case nil: nil
        }
    }

    /// Whether the argument is a reference that may be left out, and whose service is not defined.
    private func isIgnored(_ argument: GraphArgument) -> Bool {
        guard case .reference(let id, .ignore) = argument else { return false }
        return positions[id] == nil
    }

    private func value(_ argument: GraphArgument, in service: GraphService) throws -> BuiltValue {
        switch argument {
        case .value(let value): return try ParameterReader(parameters).value(value)
        case .constant(let name): return .string(name)
        case .reference(let id, let missing):
            if isInner(id, of: service), let inner = wrapped[service.id] { return self.inner(inner) }
            return positions[id] == nil && missing != .fault ? .null : .service(self.service(id))
        case .list(let elements), .iterator(let elements):
            return .list(try elements.filter { !isIgnored($0) }.map { try value($0, in: service) })
        case .map(let entries), .locator(let entries):
            let present = entries.filter { !isIgnored($0.value) }
            if present.isEmpty { return .list([]) }
            return .map(
                try Dictionary(
                    present.map { (try ParameterReader(parameters).text($0.key), try value($0.value, in: service)) },
                    uniquingKeysWith: { $1 }))
        case .tagged(let tagged): return try members(tagged, for: service)
        case .inline(let inline): return .inline(try built(inline))
        case .expression(let text): throw GraphError("expression \"\(text)\"")
        case .abstract(let text): throw GraphError("abstract argument \"\(text)\"")
        }
    }

    private func isInner(_ id: String, of service: GraphService) -> Bool {
        guard service.decorates != nil else { return false }
        return id == ".inner" || id == service.innerName ?? "\(service.id).inner"
    }

    private func inner(_ wrapped: Wrapped) -> BuiltValue {
        switch wrapped {
        case .service(let id): .service(service(id))
        case .definition(let id): .service(id)
        }
    }

    private func members(_ tagged: GraphArgument.Tagged, for collector: GraphService) throws -> BuiltValue {
        var members: [(priority: Int, key: String, service: String)] = []
        let reader = ParameterReader(parameters)
        for definition in definitions where definition.id != collector.id && !definition.isAbstract {
            for tag in definition.tags where tag.name == tagged.tag {
                let key = try tagged.index.flatMap { tag.attributes[$0] }.map { try reader.text(of: $0) }
                members.append((tag.priority, key ?? definition.id, service(definition.id)))
                if tagged.index == nil { break }
            }
        }
        let sorted = members.enumerated().sorted {
            ($0.element.priority, $1.offset) > ($1.element.priority, $0.offset)
        }.map(\.element)
        guard tagged.index != nil, !sorted.isEmpty else { return .list(sorted.map { .service($0.service) }) }
        return .map(Dictionary(sorted.map { ($0.key, .service($0.service)) }, uniquingKeysWith: { $1 }))
    }
}
