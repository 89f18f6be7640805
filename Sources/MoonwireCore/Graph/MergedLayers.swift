/// The layers, laid over each other: the last definition of an id wins, and both places are reported.
struct MergedLayers {
    var definitions: [Definition] = []
    private(set) var index = NameIndex()
    private(set) var parameters = ParameterTree()
    private(set) var rules: [Rule] = []
    private(set) var layerOfRule: [Int] = []
    /// What decorates services, in written order; those that an override leaves nothing to wrap for are left out.
    private(set) var decorators: [Decorator] = []
    /// The places of the decorators that have ids of their own.
    private var namedDecorators: [String: Int] = [:]
    private var layerOfDecorator: [Int] = []
    /// The ids of decorators for which overrides stand.
    private(set) var overriddenNames: Set<String> = []
    /// Definitions from which others only inherit.
    private(set) var abstracts: [String: Definition] = [:]
    var remarks: [Diagnostic] = []
    /// Overrides that replace nothing.
    private(set) var faults: [Diagnostic] = []
    private var unknownOverrides: [Definition] = []
    private var layerOfDefinition: [Int] = []
    private var layers = 0

    init(_ layers: [Layer]) {
        for layer in layers { lay(layer) }
        let names = KnownNames { [index, namedDecorators] in index.names + namedDecorators.keys }
        for definition in unknownOverrides {
            let near = names.nearest(to: definition.id, askedBy: definition.id)
            faults.append(.overridesNothing(definition, near: near))
        }
    }

    private mutating func lay(_ layer: Layer) {
        layers += 1
        remarks += parameters.merging(layer.parameters).filter(\.isOfOtherShape).map { .parameterReplaced($0) }
        rules += layer.rules
        layerOfRule += layer.rules.map { _ in layers }
        index.reserve(index.names.count + layer.definitions.count)
        for definition in layer.definitions { lay(definition, isOverride: layer.isOverride) }
        for decorator in layer.decorators { lay(decorator) }
    }

    /// A decorator with an id takes the place of the one that had it before.
    private mutating func lay(_ decorator: Decorator) {
        guard let name = decorator.name, let place = namedDecorators[name] else {
            if let name = decorator.name { namedDecorators[name] = decorators.count }
            decorators.append(decorator)
            layerOfDecorator.append(layers)
            return
        }
        let isSameLayer = layerOfDecorator[place] == layers
        remarks.append(.replaced(name, decorator, decorators[place], isSameLayer: isSameLayer))
        decorators[place] = decorator
        layerOfDecorator[place] = layers
    }

    private mutating func lay(_ definition: Definition, isOverride: Bool) {
        let (isNew, place) = index.insert(definition.id)
        guard !isNew else {
            if isOverride { overrideDecorator(definition) }
            definitions.append(definition)
            layerOfDefinition.append(layers)
            return
        }
        let former = definitions[place]
        remarks.append(.replaced(definition, former, isSameLayer: layerOfDefinition[place] == layers))
        definitions[place] = definition
        layerOfDefinition[place] = layers
        guard isOverride else { return }
        if former.isAbstract { faults.append(.overridesAbstract(definition)) }
        removeDecorators(of: place)
        // Whoever collects the service collects what stands for it.
        if definition.tags.isEmpty, !former.tags.isEmpty { definitions[place].tags = former.tags }
    }

    /// Whoever asks for a decorator by its own id gets the override instead; what wraps it stays in its stack.
    private mutating func overrideDecorator(_ definition: Definition) {
        guard namedDecorators[definition.id] != nil else {
            unknownOverrides.append(definition)
            return
        }
        overriddenNames.insert(definition.id)
    }

    /// Takes all out that wraps a service, so that only its new definition is left; the ids of decorators stand for it.
    private mutating func removeDecorators(of place: Int) {
        let id = definitions[place].id
        let inside = Set(decorators.indices.filter { layersBeneath(decorators[$0]) == place })
        guard !inside.isEmpty else { return }
        let removed = inside.map { decorators[$0] }
        decorators = decorators.indices.filter { !inside.contains($0) }.map { decorators[$0] }
        layerOfDecorator = layerOfDecorator.indices.filter { !inside.contains($0) }.map { layerOfDecorator[$0] }
        namedDecorators = [:]
        for (place, decorator) in decorators.enumerated() {
            if let name = decorator.name { namedDecorators[name] = place }
        }
        for decorator in removed {
            guard let name = decorator.name else { continue }
            let reference = ServiceReference(id)
            _ = append(Definition(id: name, origin: decorator.definition.origin, construction: .alias(of: reference)))
        }
    }

    /// The place of the service in whose stack a decorator is; nil when there is none.
    private func layersBeneath(_ decorator: Decorator) -> Int? {
        var seen: Set<Int> = []
        var target = decorated(by: decorator.target)
        while case .decorator(let place) = target {
            guard seen.insert(place).inserted else { return nil }
            target = decorated(by: decorators[place].target)
        }
        if case .service(let place) = target { return place }
        return nil
    }

    /// What an id stands for that a decorator names as its target.
    enum Decorated: Hashable {
        case service(Int)
        /// A decorator, by its own id.
        case decorator(Int)
        /// Nothing has the id.
        case unknown
        /// An alias that stands for nothing, which is reported of the alias.
        case brokenAlias
    }

    /// What each decorator wraps. Aliases are followed once for all of them, unless one stands for a decorator.
    func decorated() -> [Decorated] {
        let aliases = AliasTargets(definitions, index)
        return decorators.map { decorator in
            guard overriddenNames.isEmpty, let place = index[decorator.target],
                let service = aliases.target(ofDefinitionAt: place)
            else { return decorated(by: decorator.target) }
            return .service(service)
        }
    }

    private func decorated(by id: String) -> Decorated {
        guard let (last, place) = lastAlias(of: id) else { return .brokenAlias }
        if let place { return .service(place) }
        if let place = namedDecorators[last] { return .decorator(place) }
        return last == id ? .unknown : .brokenAlias
    }

    /// The id to which aliases lead, and the place of its definition, if there is one; nil for a cycle. An id of a decorator
    /// for which an override stands is still that of the decorator here.
    private func lastAlias(of id: String) -> (id: String, place: Int?)? {
        var seen: Set<Int> = []
        var current = id
        while let place = index[current], !overriddenNames.contains(current) {
            guard case .alias(let target) = definitions[place].construction else { return (current, place) }
            guard seen.insert(place).inserted else { return nil }
            current = target.id
        }
        return (current, nil)
    }

    /// Adds a definition behind the others; false when its id is taken.
    mutating func append(_ definition: Definition) -> Bool {
        guard index.insert(definition.id).isNew else { return false }
        definitions.append(definition)
        layerOfDefinition.append(layers)
        return true
    }

    /// Adds definitions that are only checked, behind all others: no id leads to them.
    mutating func appendUnnamed(_ unnamed: [Definition]) {
        definitions += unnamed
    }

    /// Takes the definitions out that nothing is built from.
    mutating func removeAbstracts() {
        for definition in definitions where definition.isAbstract { abstracts[definition.id] = definition }
        guard !abstracts.isEmpty else { return }
        definitions.removeAll(where: \.isAbstract)
        index = NameIndex()
        for definition in definitions { _ = index.insert(definition.id) }
    }
}
