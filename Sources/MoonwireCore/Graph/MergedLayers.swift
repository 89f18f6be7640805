/// The layers, laid over each other: the last definition of an id wins, and both places are reported.
struct MergedLayers {
    var definitions: [Definition] = []
    private(set) var index = NameIndex()
    private(set) var parameters = ParameterTree()
    private(set) var rules: [Rule] = []
    private(set) var layerOfRule: [Int] = []
    /// What decorates services, in written order; those that an override leaves nothing to wrap for are left out.
    private(set) var decorators: [Decorator] = []
    /// Definitions from which others only inherit.
    private(set) var abstracts: [String: Definition] = [:]
    var remarks: [Diagnostic] = []
    private var layerOfDefinition: [Int] = []
    private var layers = 0

    init(_ layers: [Layer]) {
        for layer in layers { lay(layer) }
    }

    private mutating func lay(_ layer: Layer) {
        layers += 1
        parameters.merge(layer.parameters)
        rules += layer.rules
        layerOfRule += layer.rules.map { _ in layers }
        index.reserve(index.names.count + layer.definitions.count)
        for definition in layer.definitions { lay(definition, isOverride: layer.isOverride) }
        decorators += layer.decorators
    }

    private mutating func lay(_ definition: Definition, isOverride: Bool) {
        let (isNew, place) = index.insert(definition.id)
        guard !isNew else {
            definitions.append(definition)
            layerOfDefinition.append(layers)
            return
        }
        let former = definitions[place]
        remarks.append(.replaced(definition, former, isSameLayer: layerOfDefinition[place] == layers))
        definitions[place] = definition
        layerOfDefinition[place] = layers
        guard isOverride else { return }
        decorators.removeAll { $0.target == definition.id }
        // Whoever collects the service collects what stands for it.
        if definition.tags.isEmpty, !former.tags.isEmpty { definitions[place].tags = former.tags }
    }

    /// Adds a definition behind the others; false when its id is taken.
    mutating func append(_ definition: Definition) -> Bool {
        guard index.insert(definition.id).isNew else { return false }
        definitions.append(definition)
        return true
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
