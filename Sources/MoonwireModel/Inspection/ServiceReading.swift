import MoonwireValues

/// Creates inspections of services from a graph.
struct ServiceReading {
    private let graph: DefinitionGraph
    private let values: ValueReading
    private let layers: LayerHistory
    private let types: ServiceTypes
    private let needs: [[NeedInspection]]
    private let neededBy: [String: [NeededByInspection]]
    private let aliases: [String: [String]]
    private let children: [String: [String]]
    /// The owners of slots by name, each with its slots.
    private let owners: [String: (owner: SlotOwner, slots: [SlotInspection])]
    private let hooks: ServiceHookReading
    /// The ids of decorators and of what they wrap, the outermost first, by the outermost.
    private let decorations: [String: [String]]

    init(_ graph: DefinitionGraph, _ values: ValueReading, _ layers: LayerHistory, _ hooks: ServiceHookReading) {
        self.graph = graph
        self.values = values
        self.layers = layers
        types = ServiceTypes(graph)
        needs = zip(graph.definitions, graph.facts.dependencies).map { definition, needs in
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
        var children: [String: [String]] = [:]
        for definition in graph.definitions + graph.table.abstracts.values.sorted(by: { $0.id < $1.id }) {
            if let parent = definition.inheritance?.parent { children[parent.id, default: []].append(definition.id) }
        }
        self.children = children
        var contents: [Int: String] = [:]
        owners = (SlotOwner.known(in: graph) ?? []).reduce(into: [:]) { owners, owner in
            let slots = owner.slots.map { SlotInspection($0, of: owner, graph.rules, values, &contents) }
            for name in owner.names.first ?? [] where owners[name] == nil { owners[name] = (owner, slots) }
        }
        self.hooks = hooks
        decorations = graph.decorations
    }

    var services: [ServiceInspection] {
        graph.definitions.indices.map { service(graph.definitions[$0], at: $0) }
    }

    var abstracts: [ServiceInspection] {
        graph.table.abstracts.values.map { service($0, at: nil) }.sorted { $0.id < $1.id }
    }

    /// Describes a service; `index` is the position of its definition, or nil for an abstract one, which is not part of
    /// the graph.
    private func service(_ definition: Definition, at index: Int?) -> ServiceInspection {
        let type = index.flatMap { graph.facts.types[$0]?.description }
        let hooked = HookedService(definition, type)
        let known = type.flatMap { owners[$0.qualifiedName] }
        return ServiceInspection(
            id: definition.id, construction: construction(of: definition),
            type: type?.name ?? types.writtenType(of: definition), typeNames: (hooked.typeNames ?? []).sorted(),
            scope: definition.scope, outlives: definition.outlives, arguments: arguments(ofServiceAt: index),
            tags: definition.tagNames,
            tagDetails: definition.tags.map { TagInspection($0, values) },
            deprecation: definition.deprecation,
            asynchronous: index.flatMap { graph.facts.asynchronous?.reason(forServiceAt: $0, in: graph) },
            isPublic: definition.isPublic,
            parent: definition.inheritance?.parent?.id, isAbstract: definition.isAbstract,
            children: children[definition.id] ?? [], decoration: decorations[definition.outermostID] ?? [],
            reload: definition.reload == .auto ? nil : definition.reload.name,
            drainLimit: definition.reload.drainLimit.map { $0 / .seconds(1) },
            origin: layers.origin(of: definition),
            changes: definition.changes.isEmpty ? nil : definition.changes.map { ChangeInspection($0) },
            values: values.values(of: definition),
            needs: index.map { needs[$0] } ?? [],
            neededBy: neededBy[definition.id] ?? [], aliases: aliases[definition.id] ?? [],
            slots: known?.slots ?? [], hooks: index.map { hooks.hooks(ofServiceAt: $0, known?.owner) } ?? [])
    }

    private func arguments(ofServiceAt index: Int?) -> [ArgumentInspection] {
        let declared = index.flatMap { graph.facts.arguments[$0] }
        return (declared?.all ?? []).map { ArgumentInspection($0, values) }
    }

    private func construction(of definition: Definition) -> ConstructionInspection {
        let (kind, valuePath): (ConstructionInspection.Kind, ValuePath?) =
            switch definition.construction {
            case .type: (.initializer, ValuePath(.type))
            case .method: (.method, ValuePath(.factory))
            case .staticMethod: (.staticMethod, ValuePath(.factory))
            case .function: (.function, nil)
            case .swift: (.swift, nil)
            case .synthetic: (.synthetic, nil)
            case .alias: (.alias, nil)
            }
        var location = valuePath.flatMap { definition.location(of: $0) } ?? definition.origin.location
        var functions: [FunctionInspection] = []
        if case .function(let function) = definition.construction {
            location = function.location ?? location
            functions = FunctionInspection.all(function.location, function.lastLine)
        }
        return ConstructionInspection(
            kind: kind, words: values.masked(definition.construction.words(values)), location: location,
            functions: functions)
    }
}

extension SlotInspection {
    /// Describes a slot and the rule that applies to it.
    ///
    /// `contents` contains the injected values by the index of the rule, cached because many slots may get the same.
    fileprivate init(
        _ slot: SlotDescription, of owner: SlotOwner, _ book: InjectionRuleIndex, _ values: ValueReading,
        _ contents: inout [Int: String]
    ) {
        let rules = slot.isInjectable ? SlotRules(book, slot, of: owner) : nil
        self.init(
            name: slot.name, type: slot.type, kind: slot.kind,
            rules: (rules?.applicable ?? []).map { index in
                let rule = book.rules[index]
                let isUncertain = (index == rules?.applicable.first) != (index == rules?.overruling)
                let content = contents[index] ?? values.content(of: rule).shortenedValue
                contents[index] = content
                return SlotInjectionRuleInspection(
                    rule: rule.title, value: content, unless: isUncertain ? slot.exception : nil,
                    location: rule.origin.location)
            })
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
        while let position = table.index[id + Definition.innerSuffix], definitions[position].isWrapped {
            id += Definition.innerSuffix
            stack.append(id)
        }
        return stack.count > 1 ? stack : []
    }

    fileprivate func need(_ edge: Dependencies.Edge, from definition: Definition) -> NeedInspection {
        NeedInspection(
            id: edge.reference.id,
            target: edge.target.flatMap { table.target(ofDefinitionAt: $0) }.map { definitions[$0].id },
            kind: edge.reference.kind, field: edge.valuePath.phrase, byType: edge.reference.selection?.type,
            location: location(of: edge, from: definition))
    }
}

extension ServiceReference.Selection {
    /// The type that selected the service; nil for a tag.
    var type: String? {
        switch reason {
        case .tag: nil
        case .type(let reference): reference.type
        case .argument(let type): type
        }
    }
}

extension NeedInspection {
    fileprivate func seen(by id: String) -> NeededByInspection {
        NeededByInspection(id: id, kind: kind, field: field, location: location)
    }
}
