import MoonwireSupport
import MoonwireValues

/// Everything that the layers define, merged, for the validation checks and the planner.
///
/// A class, because it is passed along for each value that they visit.
package final class DefinitionGraph: @unchecked Sendable {  // Its variables are set only in `init`.
    /// The effective definition for each id, in the order in which the ids were first written.
    package let definitions: [Definition]
    /// The position of the effective definition for each id.
    package let index: NameIndex
    private let aliases: AliasTargets
    /// Abstract definitions, by id.
    package let abstracts: [String: Definition]
    /// The services with each tag.
    package let tags: TagIndex
    /// The known names, for suggestions.
    package let names: GraphNames
    package let parameters: ParameterTree
    /// In the order in which the layers contain them.
    @exclusivity(unchecked) package private(set) var hooks: [Hook] = []
    /// The injection rules, in the order in which they were written, each with its layer.
    package let rules: InjectionRuleIndex
    let layerOfRule: [Int]
    package let preferences: PreferenceIndex
    /// Classes with slots that the application creates itself.
    package let owners: [RegisteredOwner]
    /// Nil if a script is checked without the application's types.
    package let types: TypeRegistry?
    package let variables: EnvironmentVariables
    /// The dependencies of each definition.
    package let dependencies: [Dependencies]
    /// The type of each definition's service, as far as it is known without building it.
    @exclusivity(unchecked) package private(set) var serviceTypes: [TypeRegistry.Entry?] = []
    /// The initializer that creates each definition's instance, if its type is known.
    @exclusivity(unchecked) package private(set) var initializers: [InitializerMatch?] = []
    /// The faults of expansion: parents, decorated services, or tags that are invalid.
    let faults: [Diagnostic]
    /// Faults of inheritance, collection, or hooks beyond the limits, which the graph omits.
    @exclusivity(unchecked) private(set) var lackOfRoom: Diagnostic?
    /// Diagnostics about definitions that replace others, and similar cases.
    let remarks: [Diagnostic]
    /// The merged layers, lowest first.
    let layers: [Layer]
    /// The budget of functions that run while the graph is checked, and while hooks receive its definitions.
    package let functionTime: FunctionTime
    /// The values of parameters so far, while the graph is checked.
    let filled = FilledParameters()
    let providerIndex = ProviderIndex()
    /// The supplied instances to check against their uses, by the position of their services; empty in a graph that is planned.
    let supplied: [Int: SuppliedInstance]
    private let knownSecrets = Lock<Set<String>?>(nil)
    private let knownHookedServices = Lock<[HookedService?]?>(nil)

    package init(layers: [Layer], types: TypeRegistry?, variables: EnvironmentVariables) {
        var merged = MergedLayers(layers)
        var room = GraphRoom(layers)
        var faults = merged.faults + InheritanceExpansion.resolve(&merged, &room)
        faults += Decoration.apply(&merged, &room)
        let parameterNames = KnownNames { [parameters = merged.parameters] in parameters.names }
        let evaluator = ParameterEvaluator(
            tree: merged.parameters, variables: variables, names: parameterNames, filled: filled)
        tags = TagIndex(&merged.definitions, evaluator)
        var collecting = TagExpansion(tags, room)
        definitions = collecting.filled(merged.definitions)
        rules = InjectionRuleIndex(collecting.filled(merged.rules))
        self.faults = faults + tags.faults + collecting.faults
        preferences = PreferenceIndex(layers)
        index = merged.index
        names = GraphNames(merged.index, parameterNames, types, tags)
        aliases = AliasTargets(definitions, merged.index)
        abstracts = merged.abstracts
        parameters = merged.parameters
        remarks = merged.remarks + collecting.remarks + preferences.remarks
        layerOfRule = merged.layerOfRule
        owners = layers.flatMap(\.owners)
        self.types = types
        self.variables = variables
        self.layers = layers
        supplied = [:]
        functionTime = FunctionTime(layers)
        let names = Dependencies.Lookup(index, evaluator)
        dependencies = definitions.map { Dependencies(of: $0, names) }
        let lookup = ServiceTypes(self)
        serviceTypes = definitions.map { lookup.type(of: $0).entry }
        initializers = zip(definitions, serviceTypes).map { $1.flatMap($0.initializer) }
        let allHooks = layers.flatMap(\.hooks)
        let fitting = collecting.room.fitting(allHooks, HookCosts(of: allHooks, in: self))
        hooks = fitting.hooks
        lackOfRoom = collecting.lackOfRoom ?? fitting.lack
    }

    /// The variables of the environment that are secrets, computed at first use.
    var secretNames: Set<String> {
        if let known = knownSecrets.withLock({ $0 }) { return known }
        let found = findSecretNames()
        knownSecrets.withLock { $0 = found }
        return found
    }

    /// The properties by which hooks can select each service; nil for an alias, because its service has the hooks.
    var hookedServices: [HookedService?] {
        knownHookedServices.withLock { known in
            if let known { return known }
            let services = zip(definitions, serviceTypes).map { definition, type -> HookedService? in
                if case .alias = definition.construction { return nil }
                return HookedService(definition, type?.description)
            }
            known = services
            return services
        }
    }

    /// The same graph with other parameters or supplied instances, to check whether they fit; references do not change.
    init(_ graph: DefinitionGraph, parameters: ParameterTree, supplied: [Int: SuppliedInstance] = [:]) {
        self.parameters = parameters
        self.supplied = supplied
        definitions = graph.definitions
        index = graph.index
        names = graph.names
        aliases = graph.aliases
        abstracts = graph.abstracts
        tags = graph.tags
        hooks = graph.hooks
        rules = graph.rules
        layerOfRule = graph.layerOfRule
        preferences = graph.preferences
        owners = graph.owners
        types = graph.types
        variables = graph.variables
        dependencies = graph.dependencies
        faults = graph.faults
        lackOfRoom = graph.lackOfRoom
        remarks = graph.remarks
        layers = graph.layers
        functionTime = graph.functionTime
        serviceTypes = graph.serviceTypes
        initializers = graph.initializers
    }

    package var evaluator: ParameterEvaluator {
        ParameterEvaluator(tree: parameters, variables: variables, names: names.parameters, filled: filled)
    }

    func location(of edge: Dependencies.Edge, from definition: Definition) -> ScriptLocation? {
        edge.reference.location ?? edge.inner.map { $0.definition.location(of: $0.valuePath) }
            ?? definition.location(of: edge.valuePath)
    }

    /// The position of the definition to which an id finally refers; nil for an unknown id or a cycle of aliases.
    package func target(of id: String) -> Int? {
        index[id].flatMap { target(ofDefinitionAt: $0) }
    }

    /// The definition at a position; for a supplied service, one with the type of the supplied instance.
    func suppliedDefinition(at position: Int) -> Definition { supplied[position]?.definition ?? definitions[position] }

    /// The position of the service that the decorators at a position finally wrap; for anything else, the same position.
    package func original(ofServiceAt position: Int) -> Int {
        var position = position
        while let inner = wrapped(at: position) { position = inner }
        return position
    }

    /// The positions of the decorators of a service, outermost first; empty for most.
    package func decorators(ofServiceAt original: Int) -> [Int] {
        guard definitions[original].isWrapped, let outermost = index[definitions[original].outermostID] else {
            return []
        }
        let stack = Array(sequence(first: outermost) { self.wrapped(at: $0) })
        return stack.last == original ? stack.dropLast() : []
    }

    private func wrapped(at position: Int) -> Int? {
        guard definitions[position].decorates != nil else { return nil }
        return index[definitions[position].id + Definition.innerSuffix]
    }

    package func target(ofDefinitionAt position: Int) -> Int? { aliases.target(ofDefinitionAt: position) }
}
