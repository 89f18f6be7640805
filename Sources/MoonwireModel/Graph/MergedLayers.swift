/// The merged layers: the last definition of an id wins, and both locations are reported.
struct MergedLayers {
    var definitions: [Definition] = []
    private(set) var index = NameIndex()
    private(set) var parameters = ParameterTree()
    private(set) var rules: [InjectionRule] = []
    private(set) var layerOfRule: [Int] = []
    /// The decorators, in written order, without those whose target an override replaced.
    private(set) var decorators: [Decorator] = []
    /// The positions of decorators that have their own ids.
    private var namedDecorators: [String: Int] = [:]
    private var layerOfDecorator: [Int] = []
    /// The ids of decorators that overrides replaced.
    private(set) var overriddenNames: Set<String> = []
    /// Abstract definitions.
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

    /// A decorator with an id replaces the earlier one with that id.
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
        // Whatever collects the service collects its replacement.
        if definition.tags.isEmpty, !former.tags.isEmpty { definitions[position].tags = former.tags }
    }

    /// A reference to the decorator's own id resolves the override instead; the decorators around it stay in their order.
    private mutating func overrideDecorator(_ definition: Definition) {
        guard namedDecorators[definition.id] != nil else {
            unknownOverrides.append(definition)
            return
        }
        overriddenNames.insert(definition.id)
    }

    /// Removes all decorators of a service, so that only its new definition is left; the decorators' ids refer to it.
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

    /// By decorator: the position of the service that it finally decorates; nil if there is none.
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
                // A traversal that returns to an active definition is in a cycle, which has no end.
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

    /// The meaning of the id that a decorator names as its target.
    enum Decorated: Hashable {
        case service(Int)
        /// A decorator, by its own id.
        case decorator(Int)
        /// Nothing has the id.
        case unknown
        /// An alias without a target, which is reported for the alias.
        case brokenAlias
    }

    /// The target of each decorator.
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

    /// The targets of aliases.
    private enum AliasEnd {
        case circle
        /// The position of a definition.
        case service(Int)
        /// An id without a definition, or that of a decorator that an override replaced.
        case name(String)
    }

    /// The target of the aliases that begin with an id.
    ///
    /// `ends` contains the known targets, by the position of an alias, so that each alias is followed once.
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
            // Marks the definition as active, to detect a cycle.
            ends[position] = .circle
            chain.append(position)
            current = target.id
            end = .name(current)
        }
        for position in chain { ends[position] = end }
        return end
    }

    /// Appends a definition; false if its id is in use.
    mutating func append(_ definition: Definition) -> Bool {
        guard index.insert(definition.id).isNew else { return false }
        definitions.append(definition)
        layerOfDefinition.append(layers)
        return true
    }

    /// Appends definitions that are only checked, after all others: no id refers to them.
    mutating func appendUnnamed(_ unnamed: [Definition]) {
        definitions += unnamed
    }

    /// Removes the definitions from which nothing is built.
    mutating func removeAbstracts() {
        for definition in definitions where definition.isAbstract { abstracts[definition.id] = definition }
        guard !abstracts.isEmpty else { return }
        definitions.removeAll(where: \.isAbstract)
        index = NameIndex()
        for definition in definitions { _ = index.insert(definition.id) }
    }
}
