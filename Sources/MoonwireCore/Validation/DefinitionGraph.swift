import MoonwireValues

/// Everything that the layers define, laid over each other, as the validation rules and the planner see it.
package struct DefinitionGraph: Sendable {
    /// A need of one definition for another service.
    struct Edge: Sendable {
        let reference: ServiceReference
        let site: Site
    }

    /// The definition that counts for each id, in the order in which the ids were first written.
    let definitions: [Definition]
    let index: [String: Int]
    let parameters: ParameterTree
    /// Nil when a script is checked without the application's types.
    let types: TypeRegistry?
    let variables: EnvironmentVariables
    /// The needs of each definition.
    let edges: [[Edge]]
    /// Remarks about definitions that replace others.
    let remarks: [Diagnostic]

    package init(layers: [Layer], types: TypeRegistry?, variables: EnvironmentVariables) {
        var merged = LayerMerge()
        for layer in layers { merged.lay(layer) }
        definitions = merged.definitions
        index = merged.index
        parameters = merged.parameters
        remarks = merged.remarks
        self.types = types
        self.variables = variables
        let evaluator = ParameterEvaluator(tree: parameters, variables: variables)
        edges = merged.definitions.map { Self.edges(of: $0, evaluator) }
    }

    var evaluator: ParameterEvaluator { ParameterEvaluator(tree: parameters, variables: variables) }

    func location(of edge: Edge, from definition: Definition) -> ScriptLocation? {
        edge.reference.location ?? definition.location(of: edge.site)
    }

    /// The place of the definition that an id stands for in the end; nil for an unknown id or a cycle of aliases.
    func target(of id: String) -> Int? {
        var seen: Set<Int> = []
        var current = index[id]
        while let place = current, case .alias(let target) = definitions[place].construction {
            guard seen.insert(place).inserted else { return nil }
            current = index[target.id]
        }
        return current
    }

    private static func edges(of definition: Definition, _ evaluator: ParameterEvaluator) -> [Edge] {
        var result: [Edge] = []
        definition.visitValues { value, site in
            switch value {
            case .reference(let reference): result.append(Edge(reference: reference, site: site))
            case .parameter(let parameter): collect(parameter.name, site, evaluator, &result)
            case .template(let template):
                if case .parameter(let name)? = template.single { collect(name, site, evaluator, &result) }
            case .inline(let inner):
                for edge in edges(of: inner, evaluator) { result.append(Edge(reference: edge.reference, site: site)) }
            default: break
            }
        }
        return result
    }

    /// The references that a parameter holds count as needs of whoever uses it.
    private static func collect(
        _ parameter: String, _ site: Site, _ evaluator: ParameterEvaluator, _ result: inout [Edge]
    ) {
        if case .leaf(let leaf)? = evaluator.tree[parameter], case .value = leaf.value { return }
        guard let value = try? evaluator.value(of: parameter).value else { return }
        value.visitReferences { result.append(Edge(reference: $0, site: site)) }
    }
}

extension WiredValue {
    func visitReferences(_ visit: (ServiceReference) -> Void) {
        switch self {
        case .reference(let reference): visit(reference)
        case .list(let elements): for element in elements { element.visitReferences(visit) }
        case .map(let entries):
            for (_, entry) in entries.sorted(by: { $0.key < $1.key }) { entry.visitReferences(visit) }
        case .inline(let definition):
            definition.visitValues { value, _ in
                switch value {
                case .reference, .inline: value.visitReferences(visit)
                default: break
                }
            }
        default: break
        }
    }

    /// The definitions without an id in the value, but not those inside them.
    func visitInlineServices(_ visit: (Definition) -> Void) {
        switch self {
        case .inline(let definition): visit(definition)
        case .list(let elements): for element in elements { element.visitInlineServices(visit) }
        case .map(let entries):
            for (_, entry) in entries.sorted(by: { $0.key < $1.key }) { entry.visitInlineServices(visit) }
        default: break
        }
    }
}

/// Lays layers over each other: the last definition of an id wins, and both places are reported.
private struct LayerMerge {
    var definitions: [Definition] = []
    var index: [String: Int] = [:]
    var parameters = ParameterTree()
    var remarks: [Diagnostic] = []
    private var layerOfDefinition: [Int] = []
    private var layers = 0

    mutating func lay(_ layer: Layer) {
        layers += 1
        parameters.merge(layer.parameters)
        index.reserveCapacity(index.count + layer.definitions.count)
        for definition in layer.definitions {
            if let place = index[definition.id] {
                let isSameLayer = layerOfDefinition[place] == layers
                remarks.append(.replaced(definition, definitions[place], isSameLayer: isSameLayer))
                definitions[place] = definition
                layerOfDefinition[place] = layers
            } else {
                index[definition.id] = definitions.count
                definitions.append(definition)
                layerOfDefinition.append(layers)
            }
        }
    }
}
