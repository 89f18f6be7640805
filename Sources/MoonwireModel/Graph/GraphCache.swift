import MoonwireSupport

/// What has been computed from a graph so far.
struct GraphCache: Sendable {
    /// The values of parameters, while the graph is checked.
    let filled = FilledParameters()
    let providers = ProviderIndex()
    let implementations = Lock<ImplementationIndex?>(nil)
    /// The variables of the environment that are secrets.
    let secretNames = Lock<Set<String>?>(nil)
    let statedSlots = Lock<StatedSlots?>(nil)
    /// The lazy slots that nothing makes, by their names with the qualified names of their classes.
    let unmadeSlots = Lock<[String: Diagnostic]?>(nil)
    let hookedServices = Lock<[HookedService?]?>(nil)
}
