import MoonwireSupport

/// What has been computed from a graph so far.
struct GraphCache: Sendable {
    /// The values of parameters, while the graph is checked.
    let filled = FilledParameters()
    let providers = ProviderIndex()
    let implementations = Lock<ImplementationIndex?>(nil)
    /// The variables of the environment that are secrets.
    let secretNames = Lock<Set<String>?>(nil)
    let hookedServices = Lock<[HookedService?]?>(nil)
}
