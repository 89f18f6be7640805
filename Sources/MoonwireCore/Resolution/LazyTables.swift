import MoonwireSupport

/// The tables of a generation that are filled when they are first needed.
final class LazyTables: Sendable {
    let slotHooks: KnownSlotHooks
    let preferenceGroups: PreferenceGroups
    let providerIndex: ProviderIndex
    /// The services with a tag, without duplicates, highest priority first.
    let tagPositions: Lock<[String: [Int]]>
    let layers: LayerShapes
    let scopes = KnownScopeMembers()
    private let parameterUses: Lock<ParameterUses?>
    private let serviceUses: Lock<ServiceUses?>

    init() {
        preferenceGroups = PreferenceGroups()
        slotHooks = KnownSlotHooks()
        providerIndex = ProviderIndex()
        tagPositions = Lock([:])
        layers = LayerShapes()
        parameterUses = Lock(nil)
        serviceUses = Lock(nil)
    }

    /// The tables of a thin generation, or of one that a reset has made: those of the other one, as far as definitions decide.
    init(sharing tables: LazyTables, preferenceGroups: PreferenceGroups = PreferenceGroups()) {
        self.preferenceGroups = preferenceGroups
        slotHooks = tables.slotHooks
        providerIndex = tables.providerIndex
        tagPositions = tables.tagPositions
        layers = tables.layers
        parameterUses = tables.parameterUses
        serviceUses = tables.serviceUses
    }

    /// What uses parameters; needed when the application sets one.
    func parameterUses(in graph: DefinitionGraph) -> ParameterUses {
        parameterUses.withLock { known in
            let uses = known ?? ParameterUses(graph.definitions, graph.parameters)
            known = uses
            return uses
        }
    }

    /// The services and rules that use services; needed when the application supplies an instance.
    func serviceUses(in graph: DefinitionGraph) -> ServiceUses {
        serviceUses.withLock { known in
            let uses = known ?? ServiceUses(graph)
            known = uses
            return uses
        }
    }
}
