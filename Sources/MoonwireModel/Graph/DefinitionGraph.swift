import MoonwireSupport
import MoonwireValues

/// Everything that the layers define, merged, for the validation checks and the planner.
///
/// A class, because it is passed along for each value that they visit.
package final class DefinitionGraph: @unchecked Sendable {  // Its variables are set only in `init`.
    package let table: DefinitionTable
    /// The services with each tag.
    package let tags: TagIndex
    /// The known names, for suggestions.
    package let names: GraphNames
    /// Fills in the parameters and the variables of the environment.
    package let evaluator: ParameterEvaluator
    /// In the order in which the layers contain them.
    @exclusivity(unchecked) package private(set) var hooks: [Hook] = []
    package let rules: InjectionRuleIndex
    package let preferences: PreferenceIndex
    /// Nil if a script is checked without the application's types.
    package let types: TypeRegistry?
    @exclusivity(unchecked) package private(set) var facts: ServiceFacts
    @exclusivity(unchecked) private(set) var report: ExpansionReport
    package let layers: LayerStack
    let cache = GraphCache()

    package convenience init(layers: [Layer], types: TypeRegistry?, variables: EnvironmentVariables) {
        let stack = LayerStack(layers, types)
        var merged = MergedLayers(layers)
        var room = GraphRoom(layers)
        let unknown = merged.applyExtensions()
        var faults = merged.faults + unknown
        faults += InheritanceExpansion.resolve(&merged, &room)
        var passes = ChangingPasses(stack)
        let filled = FilledParameters()
        passes.run(on: &merged, &room, areSound: faults.isEmpty) {
            DefinitionGraph(withoutDecorators: $0, stack, types, variables, filled)
        }
        faults += passes.faults
        faults += Decoration.apply(&merged, &room)
        merged.appendUnnamed(merged.unknownExtensions)
        if passes.dropsReferences || layers.contains(where: \.dropsReferences) {
            faults += DroppedReferences.drop(from: &merged)
        }
        var remarks = passes.remarks
        if types != nil, passes.wiresByType || layers.contains(where: \.isWiredByType) {
            let draft = DefinitionGraph(draftOf: merged, stack, types, variables)
            var expansion = TypeExpansion(draft, room, merged.bindings)
            expansion.complete(&merged)
            faults += expansion.faults
            remarks += expansion.remarks
            room = expansion.room
        }
        let report = ExpansionReport(faults: faults, remarks: merged.remarks + remarks)
        self.init(&merged, stack, types, variables, report, &room)
    }

    private init(
        _ merged: inout MergedLayers, _ stack: LayerStack, _ types: TypeRegistry?, _ variables: EnvironmentVariables,
        _ expanded: ExpansionReport, _ room: inout GraphRoom
    ) {
        let parameterNames = KnownNames { [parameters = merged.parameters] in parameters.names }
        evaluator = ParameterEvaluator(
            tree: merged.parameters, variables: variables, names: parameterNames, filled: cache.filled)
        tags = TagIndex(&merged.definitions, evaluator)
        layers = stack
        var collecting = TagExpansion(tags, merged, room, isComplete: !stack.lacksTypeDefaults)
        table = DefinitionTable(
            LazyServices.applied(to: collecting.filled(merged.definitions), merged.index), merged.index,
            abstracts: merged.abstracts)
        rules = InjectionRuleIndex(
            merged.rules.replacingPlaceholders { collecting.filled($0, of: $1) }, layers: merged.layerOfRule,
            ProtocolRefinements(stack.refinements))
        collecting.noteUncollectedTags(in: stack.all)
        room = collecting.room
        preferences = PreferenceIndex(stack.all)
        names = GraphNames(merged.index, parameterNames, types, tags)
        self.types = types
        facts = ServiceFacts()
        report = ExpansionReport(
            faults: expanded.faults + tags.faults + collecting.faults,
            remarks: expanded.remarks + collecting.remarks + preferences.remarks)
        facts = ServiceFacts(typesIn: self).completed(in: self)
        facts.asynchronous = AsynchronousServices(self)
        facts.arguments = ArgumentIndex(self)
        facts.cycles = ServiceCycles(in: self)
        let allHooks = stack.all.flatMap(\.hooks)
        let fitting = room.fitting(allHooks, HookCosts(of: allHooks, in: self))
        hooks = fitting.hooks
        report.lackOfRoom = room.fault ?? fitting.lack
    }

    /// A graph in which only the types of the services are known, for what is wired by them.
    private init(
        draftOf merged: MergedLayers, _ stack: LayerStack, _ types: TypeRegistry?, _ variables: EnvironmentVariables,
        evaluator known: ParameterEvaluator? = nil
    ) {
        let parameterNames = KnownNames { [parameters = merged.parameters] in parameters.names }
        evaluator =
            known
            ?? ParameterEvaluator(
                tree: merged.parameters, variables: variables, names: parameterNames, filled: cache.filled)
        tags = TagIndex()
        table = DefinitionTable(merged.definitions, merged.index, abstracts: merged.abstracts)
        rules = InjectionRuleIndex([], layers: [])
        preferences = PreferenceIndex([])
        names = GraphNames(merged.index, parameterNames, types, tags)
        self.types = types
        layers = stack
        facts = ServiceFacts()
        report = ExpansionReport(faults: [], remarks: [])
        facts = ServiceFacts(typesIn: self)
    }

    /// A graph of the services before they are decorated and before tags are collected, for passes that change them.
    private convenience init(
        withoutDecorators merged: MergedLayers, _ stack: LayerStack, _ types: TypeRegistry?,
        _ variables: EnvironmentVariables, _ values: FilledParameters
    ) {
        var filled = merged
        let parameterNames = KnownNames { [parameters = merged.parameters] in parameters.names }
        let evaluator = ParameterEvaluator(
            tree: merged.parameters, variables: variables, names: parameterNames, filled: values)
        // The faults of tags are reported for the whole graph.
        _ = TagIndex(&filled.definitions, evaluator)
        self.init(draftOf: filled, stack, types, variables, evaluator: evaluator)
        facts = facts.completed(in: self)
    }

    /// The same graph with other parameters or supplied instances, to check whether they fit; references do not change.
    init(_ graph: DefinitionGraph, parameters: ParameterTree, supplied: [Int: SuppliedInstance] = [:]) {
        var table = graph.table
        table.supplied = supplied
        self.table = table
        tags = graph.tags
        names = graph.names
        evaluator = ParameterEvaluator(
            tree: parameters, variables: graph.variables, names: graph.names.parameters, filled: cache.filled)
        hooks = graph.hooks
        rules = graph.rules
        preferences = graph.preferences
        types = graph.types
        facts = graph.facts
        report = graph.report
        layers = graph.layers
    }

    /// The effective definitions, in the order in which their ids were first written.
    package var definitions: [Definition] { table.definitions }

    package var parameters: ParameterTree { evaluator.tree }

    package var variables: EnvironmentVariables { evaluator.variables }

    package var scopes: ScopeIndex { layers.scopes }

    /// Looks up the references and parameters of definitions that are not in the graph.
    var lookup: Dependencies.Lookup { Dependencies.Lookup(table.index, evaluator) }

    /// The properties by which hooks can select each service; nil for an alias, because its service has the hooks.
    var hookedServices: [HookedService?] {
        cache.hookedServices.withLock { known in
            if let known { return known }
            let services = zip(definitions, facts.types).map { definition, type -> HookedService? in
                if case .alias = definition.construction { return nil }
                return HookedService(definition, type?.description)
            }
            known = services
            return services
        }
    }

    func location(of edge: Dependencies.Edge, from definition: Definition) -> ScriptLocation? {
        edge.reference.location ?? edge.inner.map { $0.definition.location(of: $0.valuePath) }
            ?? definition.location(of: edge.valuePath)
    }
}
