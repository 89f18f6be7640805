/// What a container gives each of its generations.
struct GenerationContext: Sendable {
    /// Represents the container without keeping it alive.
    let current: CurrentGeneration
    /// The number of the generation in its container, counted from 1.
    let number: Int
    /// The number of the first generation with the same scripts: a reset creates others.
    let wiring: Int
    /// The generation below an override or a scope, which uses its instances and leases it.
    let base: Generation?
    /// What it replaces in `base`, or what the generation below its scopes replaces; nil for a plan of a whole graph.
    let layer: GenerationLayer?
    /// The open scope of which it is the generation.
    let scope: ScopeLayer?
    /// The external input from which it was created.
    let traces: Reading.Traces
    /// The container's last known values of preferences.
    let preferences: PreferenceLedger
    /// Whether its instances are found in more than one table.
    let isThin: Bool

    init(
        current: CurrentGeneration, number: Int, wiring: Int?, base: Generation?, layer: GenerationLayer?,
        traces: Reading.Traces, preferences: PreferenceLedger
    ) {
        self.current = current
        self.number = number
        self.wiring = wiring ?? number
        self.base = base
        self.layer = layer
        scope = nil
        self.traces = traces
        self.preferences = preferences
        isThin = layer != nil
    }

    /// What a generation passes on to that of a scope.
    init(_ scope: ScopeLayer) {
        let context = scope.base.context
        current = context.current
        number = context.number
        wiring = context.wiring
        base = scope.base
        layer = context.layer
        self.scope = scope
        traces = context.traces
        preferences = context.preferences
        isThin = true
    }
}
