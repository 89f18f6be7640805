import MoonwireSupport
import MoonwireValues

// Services of which an instance is used for some time.

extension Generation {
    /// When a new instance expires, at the latest with the one that it wraps; nil for most services.
    func expiry(ofNew service: PlannedService) -> Expiry? {
        guard let duration = service.scope.timeToLive else { return nil }
        let own = plan.graph.layers.clock.expiry(after: duration)
        let wrapped = expiring(with: service.index).prefix { $0 != service.index }.last
        return wrapped.flatMap(instances.expiry).map { .earlier(own, $0) } ?? own
    }

    /// Forgets the instance at a position if its time has passed, so that another one is built.
    ///
    /// It is stopped when nobody holds it any longer. No lock may be held: a clock or a hook is code of the application.
    func forgetExpired(at position: Int) {
        guard instances.expiry(at: position)?.isOver == true else { return }
        // A decorator expires with what it wraps, which may also live longer.
        let stack = expiring(with: position)
        for (index, layer) in stack.enumerated() {
            guard let expiry = instances.expiry(at: layer), expiry.isOver else { continue }
            guard let cleared = instances.shared.clear(stack[index...], ifFirstExpires: expiry) else { return }
            return letGo(ofExpired: cleared)
        }
    }

    /// The service at a position, those that it wraps, and the decorators around it, as far as they expire, from the innermost.
    ///
    /// A decorator that keeps what it wraps, because it states `outlives`, separates those within it from those around it.
    private func expiring(with position: Int) -> [Int] {
        let table = plan.graph.table
        let original = table.original(ofServiceAt: position)
        let stack = [original] + table.decorators(ofServiceAt: original).reversed()
        let parts = stack.split { plan.services[$0].scope.keepsInstances }
        return parts.first { $0.contains(position) }?.filter { plan.services[$0].scope.timeToLive != nil } ?? []
    }

    private func letGo(ofExpired cleared: [(position: Int, former: InstanceTable.Former?)]) {
        // A hit may be about to retain one.
        context.current.gate.drain()
        let handover = handover
        var released = cleared.reversed().compactMap { position, former -> ReleasedInstance? in
            guard let former else { return nil }
            let instance = former.instance.takeRetainedValue()
            // Another generation has it, and releases it; or its factory has returned again what drains already.
            let isElsewhere =
                handover?.withdraw(position) == true || former.source == .loan
                || context.current.draining.awaits(instance)
            return isElsewhere ? nil : self.released(instance, at: position, former)
        }
        if released.isEmpty { return }
        let draining = beginDraining(&released, keeping: instances.shared.holdings, formers: [:])
        release(released.flatMap { $0.releases(of: plan.services[$0.manner.position]) })
        guard let draining else { return }
        draining.endRelease()
        reference.leases.begin()
        drains.wrappingAdd(1, ordering: .sequentiallyConsistent)
        awaiting(PendingReleases([])) {
            await self.drain(draining)
            self.drains.wrappingSubtract(1, ordering: .sequentiallyConsistent)
            self.endLease()
        }
    }

    /// Whether overrides have been closed, so that only what drains keeps the generation.
    var isClosedBeside: Bool {
        context.base != nil && reference.leases.held <= drains.load(ordering: .sequentiallyConsistent)
    }

    private func released(_ instance: AnyObject, at position: Int, _ former: InstanceTable.Former) -> ReleasedInstance {
        let releases = releases(of: instance, at: position, from: former.source, former.provenance)
        let stopped = releases.filter(\.isStop).map(\.instance)
        return ReleasedInstance(
            instance: instance,
            manner: .init(
                position: position, source: former.source, life: former.provenance?.life,
                isStopped: stopped.contains { $0 === instance }, replaced: stopped.filter { $0 !== instance }))
    }
}

extension ServiceScope {
    /// Whether instances live on their own, and do not expire.
    fileprivate var keepsInstances: Bool { isSharedBetweenThreads && timeToLive == nil }
}
