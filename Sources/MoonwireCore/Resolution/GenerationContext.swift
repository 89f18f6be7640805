/// What a container gives each of its generations.
struct GenerationContext: Sendable {
    /// Represents the container without keeping it alive.
    let current: CurrentGeneration
    /// The number of the generation in its container, counted from 1.
    let number: Int
    /// The generation below an override, which uses its instances and leases it.
    let base: Generation?
    /// What it replaces in `base`; nil for a generation with a plan of its own.
    let layer: GenerationLayer?
    /// The external input from which it was created.
    let traces: Reading.Traces
    /// The container's last known values of preferences.
    let preferences: PreferenceLedger
}
