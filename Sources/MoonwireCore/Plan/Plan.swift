import MoonwireValues

/// The immutable plan of validated definitions: services by position, and the tables that lead to positions.
struct Plan: Sendable {
    let services: PlannedServices
    /// The ids that the application may use: all but private aliases.
    let hitNames: NameTable
    private let types: TypeTable
    private let directBuilds: DirectBuildTable
    /// What it replaces in the plan beneath it; nil for the plan of a whole graph.
    let replaced: ReplacedServices?
    /// The services that need an asynchronous build; nil if there are none.
    let asynchronous: AsynchronousServices?
    private let origin: Origin

    /// What a plan with replacements shares with the plan beneath it, in one object: each part of a plan is retained by every copy.
    private final class Origin: Sendable {
        let rules: PlannedInjectionRules
        let hooks: HookPlan
        let registry: TypeRegistry
        let graph: DefinitionGraph
        let planner: Planner
        let names: NameTable
        let asynchronousSlots: AsynchronousSlots?

        init(_ graph: DefinitionGraph, _ registry: TypeRegistry, _ rules: PlannedInjectionRules, _ planner: Planner) {
            self.rules = rules
            names = NameTable(planner.names)
            hooks = planner.hooks
            self.registry = registry
            self.graph = graph
            self.planner = planner
            asynchronousSlots = graph.facts.asynchronous.flatMap { AsynchronousSlots(graph, $0) }
        }
    }

    /// Another plan of the same graph shares its hooks, of which some run once.
    init(_ graph: DefinitionGraph, _ registry: TypeRegistry, sharing other: Plan? = nil) {
        var planner = Planner(graph, types: registry, hooks: other?.hooks)
        let services = planner.plan()
        self.services = PlannedServices(services)
        let rules = PlannedInjectionRules(graph.rules) { planner.plan($0) }
        origin = Origin(graph, registry, rules, planner)
        let hidden = Set(graph.definitions.filter { $0.isAlias && !$0.isPublic }.map(\.id))
        hitNames = hidden.isEmpty ? origin.names : NameTable(planner.names.filter { !hidden.contains($0.name) })
        types = TypeTable(services)
        directBuilds = DirectBuildTable(services)
        asynchronous = graph.facts.asynchronous
        replaced = nil
    }

    /// A plan with replacements; everything else, including the graph, is that of `plan`.
    init(_ plan: Plan, _ replaced: ReplacedServices) {
        services = PlannedServices(plan.services, replaced)
        hitNames = plan.hitNames
        types = plan.types
        directBuilds = plan.directBuilds
        asynchronous = plan.asynchronous
        origin = plan.origin
        self.replaced = replaced
    }

    var rules: PlannedInjectionRules { origin.rules }
    var hooks: HookPlan { origin.hooks }
    var registry: TypeRegistry { origin.registry }
    /// The graph from which it was planned.
    var graph: DefinitionGraph { origin.graph }
    var planner: Planner { origin.planner }
    var names: NameTable { origin.names }
    /// The services with an asynchronous build that slots get; nil if there are none.
    var asynchronousSlots: AsynchronousSlots? { origin.asynchronousSlots }

    /// The service that provides a type.
    @inline(__always) func lookup(_ type: ObjectIdentifier) -> TypeTable.Answer { services.lookup(type, in: types) }

    /// The direct build of the service at a position; nil for one that uses the general build.
    @inline(__always) func directBuild(at position: Int) -> Unmanaged<DirectBuild>? {
        // It refers to the direct builds of other services, which may be replaced.
        if let replaced, replaced.affected.contains(position) { return nil }
        return directBuilds[position]
    }

    /// The service that is planned from a definition that replaces the one at a position.
    func replacement(at position: Int, by definition: Definition) -> PlannedService {
        var planner = planner
        return planner.plan(definition, at: position, taking: nil)
    }

    /// Whether variables of the environment that chose a type, a factory, or a method are what they were.
    var namesAreCurrent: Bool { planner.fixedReadings.allSatisfy { graph.variables.digest(of: $0.key) == $0.value } }

    /// The first reading of the environment that determined a type, a factory, a method, or a tag, and did so differently for another
    /// plan; nil if there is none.
    func readingOfOtherNames(in other: Plan) -> EnvironmentReading? {
        let (own, others) = (planner.fixedReadings, other.planner.fixedReadings)
        return Set(own.keys).union(others.keys).filter { own[$0] != others[$0] }.min { $0.name < $1.name }
    }

    /// Plain data as calls read it.
    func planned(_ value: PlainValue) -> PlannedValue {
        .plain(value)
    }

    /// The arguments of a method that could not be looked up before its receiver was built.
    func planned(_ arguments: Arguments, for signature: Signature) -> PlannedArguments {
        var planner = planner
        return planner.plan(arguments, for: signature)
    }
}
