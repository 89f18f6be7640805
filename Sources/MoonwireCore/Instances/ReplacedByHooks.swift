import MoonwireSupport

/// The instances that hooks replaced in ending builds, by position.
struct ReplacedByHooks: Sendable {
    private struct State: @unchecked Sendable {  // The lock protects it.
        var instances: [Int: [AnyObject]] = [:]
    }

    private let state = Lock(State())

    func note(_ instances: some Sequence<AnyObject>, at position: Int) {
        let instances = Array(instances)
        state.withLock { $0.instances[position] = instances }
    }

    /// The instances that hooks replaced before the instance that was just built.
    func take(_ position: Int) -> ReplacedInstances? {
        ReplacedInstances(state.withLock { $0.instances.removeValue(forKey: position) ?? [] })
    }
}
