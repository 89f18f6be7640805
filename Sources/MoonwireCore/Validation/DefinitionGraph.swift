import MoonwireValues

/// Everything that the layers define, laid over each other, as the validation rules and the planner see it.
package struct DefinitionGraph: Sendable {
    /// The definition that counts for each id, in the order in which the ids were first written.
    let definitions: [Definition]
    /// The place of the definition that counts for each id.
    let index: NameIndex
    let parameters: ParameterTree
    /// In the order in which the layers wrote them.
    let hooks: [Hook]
    /// What goes into slots, in the order in which it was written, with the layer that says so.
    let rules: RuleBook
    let layerOfRule: [Int]
    let preferences: PreferenceBook
    /// Classes with slots that the application makes itself.
    let owners: [SlotTable]
    /// Nil when a script is checked without the application's types.
    let types: TypeRegistry?
    let variables: EnvironmentVariables
    /// The needs of each definition.
    let needs: [Needs]
    /// The type of each definition's service, as far as it is known before one is built.
    private(set) var serviceTypes: [TypeRegistry.Entry?] = []
    /// What makes each definition's instance, where an initializer of a known type does.
    private(set) var initializers: [InitializerMatch?] = []
    /// Remarks about definitions that replace others.
    let remarks: [Diagnostic]
    /// What was laid over each other, lowest first.
    let layers: [Layer]

    package init(layers: [Layer], types: TypeRegistry?, variables: EnvironmentVariables) {
        var merged = LayerMerge()
        for layer in layers { merged.lay(layer) }
        definitions = merged.definitions
        index = merged.index
        parameters = merged.parameters
        hooks = layers.flatMap(\.hooks)
        preferences = PreferenceBook(layers)
        remarks = merged.remarks + preferences.remarks
        rules = RuleBook(merged.rules)
        layerOfRule = merged.layerOfRule
        owners = layers.flatMap(\.owners)
        self.types = types
        self.variables = variables
        self.layers = layers
        let names = Needs.Lookup(index, ParameterEvaluator(tree: parameters, variables: variables))
        needs = definitions.map { Needs(of: $0, names) }
        let lookup = ServiceTypes(self)
        serviceTypes = definitions.map { lookup.type(of: $0).entry }
        initializers = zip(definitions, serviceTypes).map { $1.flatMap($0.initializer) }
    }

    var evaluator: ParameterEvaluator { ParameterEvaluator(tree: parameters, variables: variables) }

    func location(of edge: Needs.Edge, from definition: Definition) -> ScriptLocation? {
        edge.reference.location ?? edge.inner.map { $0.definition.location(of: $0.site) }
            ?? definition.location(of: edge.site)
    }

    /// The place of the definition that an id stands for in the end; nil for an unknown id or a cycle of aliases.
    func target(of id: String) -> Int? {
        index[id].flatMap { target(ofDefinitionAt: $0) }
    }

    func target(ofDefinitionAt first: Int) -> Int? {
        guard case .alias = definitions[first].construction else { return first }
        var seen: Set<Int> = []
        var current: Int? = first
        while let place = current, case .alias(let target) = definitions[place].construction {
            guard seen.insert(place).inserted else { return nil }
            current = index[target.id]
        }
        return current
    }
}

/// Lays layers over each other: the last definition of an id wins, and both places are reported.
private struct LayerMerge {
    var definitions: [Definition] = []
    var index = NameIndex()
    var parameters = ParameterTree()
    var rules: [Rule] = []
    var layerOfRule: [Int] = []
    var remarks: [Diagnostic] = []
    private var layerOfDefinition: [Int] = []
    private var layers = 0

    mutating func lay(_ layer: Layer) {
        layers += 1
        parameters.merge(layer.parameters)
        rules += layer.rules
        layerOfRule += layer.rules.map { _ in layers }
        index.reserve(index.names.count + layer.definitions.count)
        for definition in layer.definitions {
            let (isNew, place) = index.insert(definition.id)
            if isNew {
                definitions.append(definition)
                layerOfDefinition.append(layers)
            } else {
                let isSameLayer = layerOfDefinition[place] == layers
                remarks.append(.replaced(definition, definitions[place], isSameLayer: isSameLayer))
                definitions[place] = definition
                layerOfDefinition[place] = layers
            }
        }
    }
}
