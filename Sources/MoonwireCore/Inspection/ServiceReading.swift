import MoonwireValues

/// Reads services from a graph.
struct ServiceReading {
    private let graph: DefinitionGraph
    private let values: ValueReading
    private let layers: LayerHistory
    private let types: ServiceTypes
    private let needs: [[NeedInspection]]
    private let neededBy: [String: [NeededByInspection]]
    private let aliases: [String: [String]]
    private let heirs: [String: [String]]
    private let owners: [SlotOwner]
    private let hooks: ServiceHookReading
    /// The ids of decorators and of what they wrap, the outermost first, by the outermost.
    private let decorations: [String: [String]]

    init(_ graph: DefinitionGraph, _ values: ValueReading, _ layers: LayerHistory, _ hooks: ServiceHookReading) {
        self.graph = graph
        self.values = values
        self.layers = layers
        types = ServiceTypes(graph)
        needs = zip(graph.definitions, graph.needs).map { definition, needs in
            needs.edges.map { graph.need($0, from: definition) }
        }
        var neededBy: [String: [NeededByInspection]] = [:]
        var aliases: [String: [String]] = [:]
        for (definition, needs) in zip(graph.definitions, needs) {
            for need in needs {
                guard let target = need.target else { continue }
                if case .alias = definition.construction {
                    aliases[target, default: []].append(definition.id)
                } else {
                    neededBy[target, default: []].append(need.seen(by: definition.id))
                }
            }
        }
        self.neededBy = neededBy
        self.aliases = aliases
        var heirs: [String: [String]] = [:]
        for definition in graph.definitions + graph.abstracts.values.sorted(by: { $0.id < $1.id }) {
            if let parent = definition.ancestry?.parent { heirs[parent.id, default: []].append(definition.id) }
        }
        self.heirs = heirs
        owners = SlotOwner.known(in: graph) ?? []
        self.hooks = hooks
        decorations = graph.decorations
    }

    var services: [ServiceInspection] {
        graph.definitions.indices.map { service(graph.definitions[$0], at: $0) }
    }

    var abstracts: [ServiceInspection] {
        graph.abstracts.values.map { service($0, at: nil) }.sorted { $0.id < $1.id }
    }

    /// - Parameter index: The definition's place; nil for an abstract one, which is no part of the graph.
    private func service(_ definition: Definition, at index: Int?) -> ServiceInspection {
        let type = index.flatMap { graph.serviceTypes[$0]?.description }
        let hooked = HookedService(definition, type)
        let owner = type.flatMap { type in owners.first { $0.names.first?.contains(type.qualifiedName) == true } }
        return ServiceInspection(
            id: definition.id, construction: construction(of: definition),
            type: type?.name ?? writtenType(of: definition, hooked), typeNames: (hooked.typeNames ?? []).sorted(),
            scope: definition.scope, tags: definition.tagNames,
            tagDetails: definition.tags.map { TagInspection($0, values) },
            deprecation: definition.deprecation, isPublic: definition.isPublic,
            parent: definition.ancestry?.parent?.id, isAbstract: definition.isAbstract,
            heirs: heirs[definition.id] ?? [], decoration: decorations[definition.outermostID] ?? [],
            reload: definition.reload == .auto ? nil : definition.reload.rawValue,
            place: layers.place(of: definition), values: values.values(of: definition),
            needs: index.map { needs[$0] } ?? [],
            neededBy: neededBy[definition.id] ?? [], aliases: aliases[definition.id] ?? [],
            slots: owner.map { slots(of: $0) } ?? [],
            hooks: index.map { hooks.hooks(ofServiceAt: $0, owner) } ?? [])
    }

    private func construction(of definition: Definition) -> ConstructionInspection {
        let (kind, site): (ConstructionInspection.Kind, Site?) =
            switch definition.construction {
            case .type: (.initializer, Site(.type))
            case .method: (.method, Site(.factory))
            case .staticMethod: (.staticMethod, Site(.factory))
            case .function: (.function, nil)
            case .swift: (.swift, nil)
            case .synthetic: (.synthetic, nil)
            case .alias: (.alias, nil)
            }
        var location = site.flatMap { definition.location(of: $0) } ?? definition.origin.location
        var functions: [FunctionInspection] = []
        if case .function(let function) = definition.construction {
            location = function.location ?? location
            functions = FunctionInspection.all(function.location, function.lastLine)
        }
        return ConstructionInspection(
            kind: kind, words: values.masked(definition.construction.words(values)), location: location,
            functions: functions)
    }

    /// The type's name where no type is known by it: as the script, or the application, says it.
    private func writtenType(of definition: Definition, _ hooked: HookedService) -> String? {
        switch definition.construction {
        case .type(let template), .synthetic(type: let template?): types.text(template) ?? template.written
        case .swift: hooked.typeNames?.first
        case .alias(let target):
            graph.target(of: target.id).flatMap { place in
                let target = graph.definitions[place]
                if case .alias = target.construction { return nil }
                return graph.serviceTypes[place]?.description.name
                    ?? writtenType(of: target, HookedService(target, nil))
            }
        default: nil
        }
    }

    private func slots(of owner: SlotOwner) -> [SlotInspection] {
        owner.slots.map { slot in
            let subject = RuleBook.Subject(
                ownerNames: owner.names, name: slot.name, typeNames: slot.typeNames,
                protocolNames: slot.protocolNames)
            let matching = slot.isInjectable ? graph.rules.matching(subject) : []
            let rules = matching.sorted { ($0.rank, -$0.index) < ($1.rank, -$1.index) }
            return SlotInspection(
                name: slot.name, type: slot.type, kind: slot.kind,
                rules: rules.map { match in
                    let rule = graph.rules.rules[match.index]
                    return SlotRuleInspection(
                        rule: rule.phrase, value: values.content(of: rule), location: rule.origin.location)
                })
        }
    }
}

extension DefinitionGraph {
    /// The ids of decorators and of what they wrap, the outermost first, by the outermost.
    fileprivate var decorations: [String: [String]] {
        definitions.reduce(into: [:]) { decorations, definition in
            guard definition.decorates != nil, decorations[definition.outermostID] == nil else { return }
            decorations[definition.outermostID] = decoration(outermost: definition.outermostID)
        }
    }

    private func decoration(outermost id: String) -> [String] {
        var id = id
        var stack = [id]
        while let place = index[id + Definition.innerSuffix], definitions[place].isWrapped {
            id += Definition.innerSuffix
            stack.append(id)
        }
        return stack.count > 1 ? stack : []
    }

    fileprivate func need(_ edge: Needs.Edge, from definition: Definition) -> NeedInspection {
        NeedInspection(
            id: edge.reference.id,
            target: edge.target.flatMap { target(ofDefinitionAt: $0) }.map { definitions[$0].id },
            kind: edge.reference.kind, place: edge.site.phrase, location: location(of: edge, from: definition))
    }
}

extension NeedInspection {
    fileprivate func seen(by id: String) -> NeededByInspection {
        NeededByInspection(id: id, kind: kind, place: place, location: location)
    }
}
