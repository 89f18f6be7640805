/// The definitions of a graph by id, and what scripts must know about them.
struct GraphIndex {
    /// The definitions that no later one replaces, by id.
    private let byId: [String: GraphService]
    /// The same in written order.
    let inOrder: [GraphService]
    /// By id, the decorators of a service.
    let decorators: [String: [GraphService]]
    let parameters: Set<String>
    private let collected: [String: [Member]]

    /// A service with one of its tags.
    struct Member {
        let service: GraphService
        let tag: GraphService.Tag
    }

    init(_ graph: Graph) {
        var places: [String: Int] = [:]
        var services: [GraphService] = []
        for service in graph.services {
            if let place = places[service.id] {
                services[place] = service
            } else {
                places[service.id] = services.count
                services.append(service)
            }
        }
        byId = Dictionary(uniqueKeysWithValues: services.map { ($0.id, $0) })
        inOrder = services
        decorators = Dictionary(grouping: services.filter { $0.decorates != nil }, by: { $0.decorates ?? "" })
        parameters = Set(graph.parameters.map(\.name))
        let members = services.filter { !$0.isAbstract }.flatMap { service in
            service.tags.map { Member(service: service, tag: $0) }
        }
        collected = Dictionary(grouping: members, by: \.tag.name)
    }

    func isDefined(_ id: String) -> Bool { byId[id] != nil }

    /// The definition to which an id leads through aliases.
    func definition(_ id: String) -> GraphService? {
        var definition = byId[id]
        var steps = 0
        while let alias = definition?.alias, steps < byId.count {
            definition = byId[alias]
            steps += 1
        }
        return definition
    }

    /// The definitions from which a service inherits, the farthest first.
    func parents(of service: GraphService) -> [GraphService] {
        var parents: [GraphService] = []
        var next = service.parent
        while let parent = next.flatMap({ byId[$0] }), !parents.contains(parent) {
            parents.append(parent)
            next = parent.parent
        }
        return parents.reversed()
    }

    /// The type of a service in scripts.
    func type(of service: GraphService) -> String {
        let line = parents(of: service) + [service]
        if let name = line.compactMap(\.className).last { return Names.type(ofClass: name) }
        if let parent = line.first?.parent { return Names.outsideClass(ofParent: parent) }
        return Names.type(ofClass: service.id)
    }

    /// The services with a tag, in the order in which they are collected.
    func members(_ tag: String) -> [Member] {
        (collected[tag] ?? []).enumerated().sorted {
            ($0.element.tag.priority, $1.offset) > ($1.element.tag.priority, $0.offset)
        }.map(\.element)
    }
}

extension GraphService {
    /// All arguments of initializers, methods, and properties, those inside others not included.
    var allArguments: [GraphArgument] {
        arguments + named.map(\.value) + properties.map(\.value) + calls.flatMap(\.arguments)
    }

    /// Whether the id means what a decorator wraps.
    func isInner(_ id: String) -> Bool { decorates != nil && (id == ".inner" || id == innerName ?? "\(self.id).inner") }
}

extension GraphArgument {
    /// Calls `body` with the argument and all that are inside it, those of inline services included.
    func forEach(_ body: (GraphArgument) -> Void) {
        body(self)
        switch self {
        case .list(let elements), .iterator(let elements): for element in elements { element.forEach(body) }
        case .map(let entries), .locator(let entries): for entry in entries { entry.value.forEach(body) }
        case .inline(let service): for argument in service.allArguments { argument.forEach(body) }
        case .value, .constant, .reference, .tagged, .expression, .abstract: break
        }
    }
}
