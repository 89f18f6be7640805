/// The merged layers: the last definition of an id wins, and both locations are reported.
///
/// Has more than twelve stored properties because it has one for each kind of thing that layers contain, and for what merging reports.
struct MergedLayers {
    var definitions: [Definition] = []
    private(set) var index = NameIndex()
    private(set) var parameters = ParameterTree()
    var rules: [InjectionRule] = []
    private(set) var layerOfRule: [Int] = []
    /// What `auto` passes to arguments, in written order.
    var bindings: [Binding] = []
    private(set) var typeDefaults: [TypeDefaults] = []
    /// Those whose target an override replaced are removed.
    private var mergedDecorators = MergedDecorators()
    /// Abstract definitions.
    private(set) var abstracts: [String: Definition] = [:]
    var remarks: [Diagnostic] = []
    /// Overrides that replace nothing.
    var faults: [Diagnostic] = []
    private var unknownOverrides: [Definition] = []
    /// By the position of the extended definition, in written order.
    var extensions: [Int: [Definition]] = [:]
    private(set) var unknownExtensions: [Definition] = []
    private var layerOfDefinition: [Int] = []
    private var layers = 0

    /// The decorators, in written order.
    var decorators: [Decorator] { mergedDecorators.decorators }

    init(_ layers: [Layer]) {
        for layer in layers { lay(layer) }
        let names = KnownNames { [index, mergedDecorators] in index.names + mergedDecorators.positions.keys }
        for definition in unknownOverrides {
            let near = names.nearest(to: definition.id, askedBy: definition.id)
            faults.append(.overridesNothing(definition, near: near))
        }
    }

    /// A binding, and the number of its layer.
    struct Binding {
        let written: ArgumentBinding
        let layer: Int
    }

    private mutating func lay(_ layer: Layer) {
        layers += 1
        remarks += parameters.merging(layer.parameters).filter(\.isOfOtherShape).map { .parameterReplaced($0) }
        rules += layer.rules
        layerOfRule += layer.rules.map { _ in layers }
        bindings += layer.bindings.map { Binding(written: $0, layer: layers) }
        typeDefaults += layer.typeDefaults
        index.reserve(index.names.count + layer.definitions.count)
        if layer.isOverride { override(with: layer.definitions) } else { layer.definitions.forEach { lay($0) } }
        for decorator in layer.decorators { lay(decorator) }
    }

    /// Replaces services first, with all their decorators.
    ///
    /// A decorator that is itself overridden is replaced after that, so that its service does not remove it.
    private mutating func override(with definitions: [Definition]) {
        let areDecorators = definitions.map { isNameOfDecorator($0.id) }
        for (definition, isDecorator) in zip(definitions, areDecorators) where !isDecorator {
            override(with: definition)
        }
        for (definition, isDecorator) in zip(definitions, areDecorators) where isDecorator {
            overrideDecorator(definition)
        }
    }

    func isNameOfDecorator(_ id: String) -> Bool {
        mergedDecorators.positions[id] != nil || index[id].map { definitions[$0].isNameOfDecorator } == true
    }

    /// A decorator with an id replaces the earlier one with that id.
    private mutating func lay(_ decorator: Decorator) {
        if let (former, isSameLayer) = mergedDecorators.lay(decorator, layer: layers), let name = decorator.name {
            remarks.append(.replaced(name, decorator, former, isSameLayer: isSameLayer))
        }
    }

    /// Gives the position of the definition, and the one that it replaces.
    @discardableResult private mutating func lay(_ definition: Definition) -> (position: Int, former: Definition?) {
        if definition.precedence == .extends { return lay(extension: definition) }
        let (isNew, position) = index.insert(definition.id)
        guard !isNew else {
            definitions.append(definition)
            layerOfDefinition.append(layers)
            return (position, nil)
        }
        let former = definitions[position]
        if definition.precedence == .yields { return (position, former) }
        let changes = extensions.removeValue(forKey: position) ?? []
        if former.precedence != .yields || !changes.isEmpty {
            let isSameLayer = layerOfDefinition[position] == layers
            remarks.append(.replaced(definition, former, isSameLayer: isSameLayer, extendedBy: changes))
        }
        definitions[position] = definition
        layerOfDefinition[position] = layers
        return (position, former)
    }

    /// Keeps a change of a service until the service is known whole.
    private mutating func lay(extension definition: Definition) -> (position: Int, former: Definition?) {
        guard let position = index[definition.id] else {
            unknownExtensions.append(definition)
            return (0, nil)
        }
        extensions[position, default: []].append(definition)
        return (position, definitions[position])
    }

    private mutating func override(with definition: Definition) {
        if let position = index[definition.id], let changes = extensions.removeValue(forKey: position) {
            extend(position, by: changes)
        }
        let (position, former) = lay(definition)
        guard let former else { return unknownOverrides.append(definition) }
        if former.isAbstract { faults.append(.overridesAbstract(definition)) }
        definitions[position].overridden = Overridden(former, outermost: outermostDecorator(of: .service(position)))
        removeDecorators(around: .service(position), for: definition.id)
        // A replacement of a scenario is another build of the same service.
        if !definition.isBuiltByApplication {
            if !definition.written.contains(.scope) { definitions[position].scope = former.scope }
            if !definition.written.contains(.isPublic) { definitions[position].isPublic = former.isPublic }
        }
        // Whatever collects the service collects its replacement.
        if definition.tags.isEmpty, !former.tags.isEmpty { definitions[position].tags = former.tags }
    }

    /// Replaces a decorator, with the decorators of its own id; the others around it stay in their order.
    private mutating func overrideDecorator(_ definition: Definition) {
        guard let position = mergedDecorators.positions[definition.id] else {
            return overridePlacedDecorator(definition)
        }
        let former = decorators[position]
        var whole = definition
        whole.written.insert(.scope)
        whole.overridden = Overridden(
            former.definition, outermost: outermostDecorator(of: .decorator(position)))
        lay(Decorator(of: former.target, whole, name: former.name, priority: former.priority))
        removeDecorators(around: .decorator(position), for: definition.id)
    }

    /// Replaces a decorator that is a service of a graph.
    private mutating func overridePlacedDecorator(_ definition: Definition) {
        guard let name = index[definition.id], case .alias(let target) = definitions[name].construction,
            let position = index[target.id], layerOfDefinition[position] != layers
        else { return override(with: definition) }
        let former = definitions[position]
        var whole = definition
        whole.id = former.id
        if former.isWrapped {
            whole.isWrapped = true
            whole.isPublic = former.isPublic
            whole.decorates = former.decorates
        }
        override(with: whole)
    }

    /// Removes all decorators of the replaced definition, so that only the override is left; the decorators' ids refer to it.
    private mutating func removeDecorators(around replaced: Decorated, for id: String) {
        if decorators.isEmpty { return }
        let beneath = ends(stoppingAt: replaced)
        let inside = Set(decorators.indices.filter { beneath[$0] == replaced && .decorator($0) != replaced })
        guard !inside.isEmpty else { return }
        for decorator in mergedDecorators.remove(inside) {
            guard let name = decorator.name else { continue }
            let reference = ServiceReference(id)
            _ = append(Definition(id: name, origin: decorator.definition.origin, construction: .alias(of: reference)))
        }
    }

    /// The decorator that finally takes the place of a service or a decorator; nil if nothing decorates it.
    private func outermostDecorator(of inside: Decorated) -> Definition? {
        if decorators.isEmpty { return nil }
        // As in the stacks: higher priorities are nearer, and equal ones wrap each other in written order.
        var outermost: [Decorated: Int] = [:]
        for (position, target) in decorated().enumerated() {
            let former = outermost[target]
            if former.map({ decorators[$0].priority >= decorators[position].priority }) ?? true {
                outermost[target] = position
            }
        }
        var (last, current) = (Int?.none, inside)
        while let next = outermost.removeValue(forKey: current) { (last, current) = (next, .decorator(next)) }
        return last.map { decorators[$0].definition }
    }

    /// By decorator: the service or the given decorator that it finally decorates; nil if there is none.
    private func ends(stoppingAt stop: Decorated) -> [Decorated?] {
        let decorated = decorated()
        var ends = [Decorated?](repeating: nil, count: decorators.count)
        var isKnown = decorators.map { _ in false }
        for decorator in decorators.indices {
            var chain: [Int] = []
            var next: Int? = decorator
            var end: Decorated?
            while let position = next {
                next = nil
                // A traversal that returns to an active definition is in a cycle, which has no end.
                guard !isKnown[position] else {
                    end = ends[position]
                    break
                }
                isKnown[position] = true
                chain.append(position)
                switch decorated[position] {
                case stop, .service: end = decorated[position]
                case .decorator(let inner): next = inner
                case .unknown, .brokenAlias: break
                }
            }
            for position in chain { ends[position] = end }
        }
        return ends
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
                if let position = mergedDecorators.positions[last] { return .decorator(position) }
                return last == decorator.target ? .unknown : .brokenAlias
            }
        }
    }

    /// The targets of aliases.
    private enum AliasEnd {
        case circle
        /// The position of a definition.
        case service(Int)
        /// An id without a definition.
        case name(String)
    }

    /// The target of the aliases that begin with an id.
    ///
    /// `ends` contains the known targets, by the position of an alias, so that each alias is followed once.
    private func aliasEnd(of id: String, _ ends: inout [Int: AliasEnd]) -> AliasEnd {
        var chain: [Int] = []
        var current = id
        var end = AliasEnd.name(id)
        while let position = index[current] {
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
