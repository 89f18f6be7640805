/// The layers, laid over each other: the last definition of an id wins, and both places are reported.
struct MergedLayers {
    var definitions: [Definition] = []
    private(set) var index = NameIndex()
    private(set) var parameters = ParameterTree()
    private(set) var rules: [InjectionRule] = []
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
        guard let name = decorator.name, let position = namedDecorators[name] else {
            if let name = decorator.name { namedDecorators[name] = decorators.count }
            decorators.append(decorator)
            layerOfDecorator.append(layers)
            return
        }
        let isSameLayer = layerOfDecorator[position] == layers
        remarks.append(.replaced(name, decorator, decorators[position], isSameLayer: isSameLayer))
        decorators[position] = decorator
        layerOfDecorator[position] = layers
    }

    private mutating func lay(_ definition: Definition, isOverride: Bool) {
        let (isNew, position) = index.insert(definition.id)
        guard !isNew else {
            if isOverride { overrideDecorator(definition) }
            definitions.append(definition)
            layerOfDefinition.append(layers)
            return
        }
        let former = definitions[position]
        remarks.append(.replaced(definition, former, isSameLayer: layerOfDefinition[position] == layers))
        definitions[position] = definition
        layerOfDefinition[position] = layers
        guard isOverride else { return }
        if former.isAbstract { faults.append(.overridesAbstract(definition)) }
        removeDecorators(of: position)
        // Whoever collects the service collects what stands for it.
        if definition.tags.isEmpty, !former.tags.isEmpty { definitions[position].tags = former.tags }
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
    private mutating func removeDecorators(of position: Int) {
        if decorators.isEmpty { return }
        let id = definitions[position].id
        let beneath = servicesBeneath()
        let inside = Set(decorators.indices.filter { beneath[$0] == position })
        guard !inside.isEmpty else { return }
        let removed = inside.map { decorators[$0] }
        decorators = decorators.indices.filter { !inside.contains($0) }.map { decorators[$0] }
        layerOfDecorator = layerOfDecorator.indices.filter { !inside.contains($0) }.map { layerOfDecorator[$0] }
        namedDecorators = [:]
        for (position, decorator) in decorators.enumerated() {
            if let name = decorator.name { namedDecorators[name] = position }
        }
        for decorator in removed {
            guard let name = decorator.name else { continue }
            let reference = ServiceReference(id)
            _ = append(Definition(id: name, origin: decorator.definition.origin, construction: .alias(of: reference)))
        }
    }

    /// By decorator: the position of the service in whose stack it is; nil when there is none.
    private func servicesBeneath() -> [Int?] {
        let decorated = decorated()
        var services = [Int?](repeating: nil, count: decorators.count)
        var isKnown = decorators.map { _ in false }
        for decorator in decorators.indices {
            var chain: [Int] = []
            var next: Int? = decorator
            var service: Int?
            while let position = next {
                next = nil
                // Whoever comes back to where it is coming from is in a circle, which ends nowhere.
                guard !isKnown[position] else {
                    service = services[position]
                    break
                }
                isKnown[position] = true
                chain.append(position)
                switch decorated[position] {
                case .decorator(let inner): next = inner
                case .service(let position): service = position
                case .unknown, .brokenAlias: break
                }
            }
            for position in chain { services[position] = service }
        }
        return services
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

    /// What each decorator wraps.
    func decorated() -> [Decorated] {
        var ends: [Int: AliasEnd] = [:]
        return decorators.map { decorator in
            switch aliasEnd(of: decorator.target, &ends) {
            case .circle: return .brokenAlias
            case .service(let position): return .service(position)
            case .name(let last):
                if let position = namedDecorators[last] { return .decorator(position) }
                return last == decorator.target ? .unknown : .brokenAlias
            }
        }
    }

    /// Where aliases lead.
    private enum AliasEnd {
        case circle
        /// To the place of a definition.
        case service(Int)
        /// To an id that no definition has, or that is still that of a decorator for which an override stands.
        case name(String)
    }

    /// Where the aliases lead that begin with an id.
    ///
    /// - Parameter ends: What is known already, by the position of an alias: each is followed once.
    private func aliasEnd(of id: String, _ ends: inout [Int: AliasEnd]) -> AliasEnd {
        var chain: [Int] = []
        var current = id
        var end = AliasEnd.name(id)
        while let position = index[current], !overriddenNames.contains(current) {
            end = .service(position)
            guard case .alias(let target) = definitions[position].construction else { break }
            if let known = ends[position] {
                end = known
                break
            }
            // For whoever comes back here.
            ends[position] = .circle
            chain.append(position)
            current = target.id
            end = .name(current)
        }
        for position in chain { ends[position] = end }
        return end
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
