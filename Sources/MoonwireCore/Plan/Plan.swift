import MoonwireValues

/// The immutable plan of validated definitions: services by position, and the tables that lead to positions.
struct Plan: Sendable {
    let services: [PlannedService]
    let names: NameTable
    let types: TypeTable
    let directBuilds: DirectBuildTable
    let rules: PlannedInjectionRules
    let hooks: HookPlan
    let registry: TypeRegistry
    /// The graph from which it was planned.
    let graph: DefinitionGraph
    let planner: Planner

    init(_ graph: DefinitionGraph, _ registry: TypeRegistry) {
        var planner = Planner(graph, types: registry)
        services = planner.plan()
        rules = PlannedInjectionRules(
            graph.rules, graph.rules.rules.map { rule in rule.value.map { planner.plan($0) } })
        self.planner = planner
        names = NameTable(planner.names)
        types = TypeTable(services)
        directBuilds = DirectBuildTable(services)
        hooks = planner.hooks
        self.registry = registry
        self.graph = graph
    }

    /// Whether variables of the environment that chose a type, a factory, or a method are what they were.
    var namesAreCurrent: Bool { planner.fixedReadings.allSatisfy { graph.variables.digest(of: $0.key) == $0.value } }

    /// Plain data as calls read it.
    func planned(_ value: PlainValue) -> PlannedValue {
        var planner = planner
        return planner.plan(.value(value))
    }

    /// The arguments of a method that could not be looked up before its receiver was built.
    func planned(_ arguments: Arguments, for signature: Signature) -> PlannedArguments {
        var planner = planner
        return planner.plan(arguments, for: signature)
    }
}
