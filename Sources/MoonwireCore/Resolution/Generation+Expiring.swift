import MoonwireSupport
import MoonwireValues

// Services of which an instance is used for some time.

extension Generation {
    /// When a new instance expires, at the latest with the one that it wraps; nil for most services.
    func expiry(ofNew service: PlannedService) -> Expiry? {
        guard let duration = service.scope.timeToLive else { return nil }
        let own = plan.graph.layers.clock.expiry(after: duration)
        let wrapped = stack(around: service.index).prefix { $0 != service.index }.last
        return wrapped.flatMap(instances.expiry).map { .earlier(own, $0) } ?? own
    }

    /// Forgets the instance at a position if its time has passed, so that another one is built.
    ///
    /// It is stopped when nobody holds it any longer. No lock may be held: a clock or a hook is code of the application.
    func forgetExpired(at position: Int) {
        guard instances.expiry(at: position)?.isOver == true else { return }
        // A decorator expires with what it wraps, which may also live longer.
        let stack = stack(around: position)
        for (index, layer) in stack.enumerated() {
            guard let expiry = instances.expiry(at: layer), expiry.isOver else { continue }
            guard let cleared = instances.shared.clear(stack[index...], ifFirstExpires: expiry) else { return }
            return letGo(ofExpired: cleared)
        }
    }

    /// The service that is decorated and its decorators, from the innermost.
    private func stack(around position: Int) -> [Int] {
        let table = plan.graph.table
        let original = table.original(ofServiceAt: position)
        return [original] + table.decorators(ofServiceAt: original)
    }

    private func letGo(ofExpired cleared: [(position: Int, former: InstanceTable.Former?)]) {
        // A hit may be about to retain one.
        context.current.gate.drain()
        let handover = handover.withLock { $0 }
        var released = cleared.reversed().compactMap { position, former -> ReleasedInstance? in
            instances.weaklyHeld.remove(position)
            guard let former else { return nil }
            let instance = former.instance.takeRetainedValue()
            // Another generation has it, and releases it.
            let isElsewhere = handover?.withdraw(position) == true || former.source == .loan
            return isElsewhere ? nil : self.released(instance, at: position, former)
        }
        if released.isEmpty { return }
        let draining = beginDraining(&released, keeping: instances.shared.holdings, formers: [:])
        release(released.flatMap { $0.releases(of: plan.services[$0.manner.position]) })
        guard let draining else { return }
        draining.endRelease()
        leases.begin()
        awaiting(PendingReleases([])) {
            await self.drain(draining)
            self.endLease()
        }
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
