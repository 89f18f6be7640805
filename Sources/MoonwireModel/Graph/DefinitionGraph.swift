import MoonwireSupport
import MoonwireValues

/// Everything that the layers define, merged, for the validation checks and the planner.
///
/// A class, because it is passed along for each value that they visit.
package final class DefinitionGraph: @unchecked Sendable {  // Its variables are set only in `init`.
    @exclusivity(unchecked) package private(set) var table: DefinitionTable
    /// The services with each tag.
    @exclusivity(unchecked) package private(set) var tags: TagIndex
    /// The known names, for suggestions.
    @exclusivity(unchecked) package private(set) var names: GraphNames
    /// Fills in the parameters and the variables of the environment.
    package let evaluator: ParameterEvaluator
    /// In the order in which the layers contain them.
    @exclusivity(unchecked) package private(set) var hooks: [Hook] = []
    @exclusivity(unchecked) package private(set) var rules: InjectionRuleIndex
    package let preferences: PreferenceIndex
    /// Nil if a script is checked without the application's types.
    package let types: TypeRegistry?
    @exclusivity(unchecked) package private(set) var facts: ServiceFacts
    @exclusivity(unchecked) private(set) var report: ExpansionReport
    package let layers: LayerStack
    let cache = GraphCache()

    package init(layers: [Layer], types: TypeRegistry?, variables: EnvironmentVariables) {
        var merged = MergedLayers(layers)
        var room = GraphRoom(layers)
        let faults =
            merged.faults + InheritanceExpansion.resolve(&merged, &room) + Decoration.apply(&merged, &room)
        let parameterNames = KnownNames { [parameters = merged.parameters] in parameters.names }
        evaluator = ParameterEvaluator(
            tree: merged.parameters, variables: variables, names: parameterNames, filled: cache.filled)
        table = DefinitionTable(merged.definitions, merged.index, abstracts: merged.abstracts)
        rules = InjectionRuleIndex(merged.rules, layers: merged.layerOfRule)
        preferences = PreferenceIndex(layers)
        tags = TagIndex()
        names = GraphNames(merged.index, parameterNames, types)
        self.types = types
        self.layers = LayerStack(layers, types)
        facts = ServiceFacts()
        report = ExpansionReport(faults: faults, remarks: merged.remarks + preferences.remarks)
        facts = ServiceFacts(typesIn: self)
        if types != nil, layers.contains(where: \.isWiredByType) { wireByType(merged, &room) }
        collectByTag(&room)
        facts = facts.completed(in: self)
        facts.asynchronous = AsynchronousServices(self)
        facts.arguments = ArgumentIndex(self)
        let allHooks = layers.flatMap(\.hooks)
        let fitting = room.fitting(allHooks, HookCosts(of: allHooks, in: self))
        hooks = fitting.hooks
        report.lackOfRoom = room.fault ?? fitting.lack
    }

    /// Replaces what scripts leave to types, in the definitions and rules.
    private func wireByType(_ merged: MergedLayers, _ room: inout GraphRoom) {
        var expansion = TypeExpansion(self, room, merged.bindings)
        // A copy, because the expansion reads the table meanwhile.
        var definitions = table.definitions
        expansion.apply(merged.typeDefaults, to: &definitions)
        table.definitions = expansion.filled(definitions)
        rules = rules.replacingPlaceholders { expansion.filled($0, of: $1) }
        expansion.reportUnusedBindings()
        // The type of a service that a method of a typed one makes.
        facts = ServiceFacts(typesIn: self)
        report.faults += expansion.faults
        report.remarks += expansion.remarks
        room = expansion.room
    }

    /// Fills in the tags, and replaces what scripts leave to tags.
    private func collectByTag(_ room: inout GraphRoom) {
        tags = TagIndex(&table.definitions, evaluator)
        names.tagsWhileRunning = KnownNames.whileRunning { [tags] in tags.names }
        var expansion = TagExpansion(tags, room, isComplete: !self.layers.lacksTypeDefaults)
        table.definitions = expansion.filled(table.definitions)
        rules = rules.replacingPlaceholders { expansion.filled($0, of: $1) }
        report.faults += tags.faults + expansion.faults
        report.remarks += expansion.remarks
        room = expansion.room
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
