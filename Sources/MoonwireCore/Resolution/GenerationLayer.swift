import MoonwireSupport
import MoonwireValues

/// What makes a generation a thin one: it replaces a few services of the generation beneath it, and reads everything else there.
///
/// It has its own instances, those of the generation beneath as they were when it was opened, and nothing else of its own: opening
/// one takes the same time however many services there are. It leases the generation beneath until it is over.
final class GenerationLayer: Sendable {
    /// The plan of the whole graph with the replacements, for queries that need all of it.
    final class Whole: Sendable {
        let plan: Plan
        let tables = LazyTables()

        fileprivate init(_ graph: DefinitionGraph, _ registry: TypeRegistry) {
            plan = Plan(graph, registry)
        }
    }

    let base: Generation
    /// The number of fillings of the base's instances when the layer was opened.
    private let filling: Int
    /// The definitions that it adds to the base.
    private let definitions: Layer
    /// The base's parameters when the layer was opened.
    let parameters: ParameterTree
    private let known = Lock<Whole?>(nil)

    /// Opens a layer, and returns it with its plan and its instances; the base is leased until ``close()``.
    static func open(
        over base: Generation, _ services: [PlannedService], _ shape: LayerShape, _ definitions: Layer
    ) -> (layer: GenerationLayer, plan: Plan, instances: InstanceStore) {
        base.reference.leases.begin()
        // In this order: the dependencies of every instance are then known.
        let filling = base.instances.shared.beginLayer()
        let weak = base.instances.weaklyHeld.holdings
        let affected = shape.affected(in: base)
        let plan = Plan(
            base.plan, ReplacedServices(services, affected: affected, providers: shape.providers))
        let count = plan.services.count
        let instances = InstanceStore(
            LayeredInstances(count, over: base.instances.shared, openedAt: filling, affected: affected),
            ServiceIdentities(count: count), takeovers: .none)
        let lent = weak.filter { !affected.contains($0.position) }.map(\.lent)
        if !lent.isEmpty { _ = instances.adoptWeakly(lent, judgedAt: instances.clearings) }
        return (GenerationLayer(over: base, filling, definitions), plan, instances)
    }

    private init(over base: Generation, _ filling: Int, _ definitions: Layer) {
        self.base = base
        self.filling = filling
        self.definitions = definitions
        parameters = base.parameters.tree
    }

    /// The base no longer keeps what it had when the layer was opened.
    func close() { base.instances.shared.endLayer(openedAt: filling) }

    /// The whole plan; made at the first query.
    var whole: Whole {
        if let known = known.withLock({ $0 }) { return known }
        var layer = base.wholeLayer
        layer.parameters = parameters
        // Reads variables, which may run application code: no lock is held.
        let graph = DefinitionGraph(
            layers: [layer, definitions], types: base.plan.registry, variables: base.plan.graph.variables)
        let whole = Whole(graph, base.plan.registry)
        return known.withLock { known in
            let first = known ?? whole
            known = first
            return first
        }
    }
}

extension Generation {
    /// The plan of the whole graph; for a thin generation, made at the first query.
    var wholePlan: Plan { context.layer?.whole.plan ?? plan }

    /// The tables for queries of the whole plan.
    var wholeTables: LazyTables { context.layer?.whole.tables ?? tables }

    /// What builds have resolved, by position.
    ///
    /// That includes the builds of the instances that a thin generation uses.
    var runtimeDependencies: [Int: RuntimeDependencyLog.Entry] {
        let own = instances.dependencyLog.all
        if let scope = context.scope { return scope.base.runtimeDependencies.merging(own) { $1 } }
        guard let base = context.layer?.base else { return own }
        let lent = Set(instances.holdings.filter { $0.provenance.source == .loan }.map(\.position))
        return base.instances.dependencyLog.all.filter { lent.contains($0.key) }.merging(own) { $1 }
    }

    /// All contents of the generation as one layer.
    var wholeLayer: Layer {
        let graph = wholePlan.graph
        var layer = Layer(name: "container")
        layer.definitions = graph.definitions
        layer.parameters = parameters.tree
        layer.hooks = graph.hooks
        layer.scenarios = graph.layers.scenarios
        layer.scenario = graph.layers.scenario
        layer.rules = graph.rules.rules
        layer.owners = graph.layers.owners
        layer.refinements = graph.layers.refinements
        layer.preferences = graph.preferences.definitions
        layer.scopes = graph.scopes.definitions
        layer.stores = graph.preferences.stores
        layer.clock = graph.layers.clock
        return layer
    }
}
