import MoonwireSupport
import MoonwireValues

extension Generation {
    /// How an instance is released: one that was built here is stopped, and hooks run unless it was only lent.
    ///
    /// The application stops the instances that it supplied, unless the definition states `stop`.
    func releases(
        of instance: AnyObject, at position: Int, from source: Provenance.Source, _ provenance: Provenance?
    ) -> [Release] {
        let service = plan.services[position]
        return stops(stopped(instance, service, from: source, provenance), service)
            + [Release(.tell(source), instance, service)]
    }

    /// Takes all shared instances, except those that the next generation has adopted, and returns how they are released, latest
    /// first, and what is released later.
    func releases(to handover: (any InstanceReceiver)?) -> (now: [Release], later: Draining?) {
        let adopted = handover?.adopted
        let held = instances.shared.takeAll()
        // Hits in a scope have no lease: none may see an instance that is released from now on, here or beneath.
        if context.scope != nil { context.current.gate.drain() }
        if held.isEmpty, handover == nil { return ([], nil) }
        var owners = owners(of: held, adopted, handover?.next.instances.holdings ?? [])
        if let handover, let adopted, delaysReleases(of: held, handover, adopted) {
            return releasesOrDrain(held, handover, adopted, &owners)
        }
        var releases: [Release] = []
        for holding in held.reversed() where adopted?[holding.position] != true {
            let service = plan.services[holding.position]
            for instance in stopped(holding).reversed() where owners.take(instance, for: holding.position) {
                // The container's instances outlive an override, and a candidate.
                if !isHeldBeneath(instance) { releases.append(Release(.stop, instance, service)) }
            }
            releases.append(Release(.tell(holding.provenance.source), holding.instance, service))
        }
        return (releases, nil)
    }

    private func releasesOrDrain(
        _ held: [Holding], _ handover: any InstanceReceiver, _ adopted: [Bool], _ owners: inout InstanceOwners
    ) -> (now: [Release], later: Draining?) {
        var released = held.reversed().filter { !adopted[$0.position] }.map { holding in
            let stopped = stopped(holding).reversed().filter { owners.take($0, for: holding.position) }
            return ReleasedInstance(
                instance: holding.instance,
                manner: .init(
                    position: holding.position, source: holding.provenance.source, life: holding.provenance.life,
                    isStopped: stopped.contains { $0 === holding.instance },
                    replaced: stopped.filter { $0 !== holding.instance }))
        }
        let draining = beginDraining(
            &released, keeping: held.filter { adopted[$0.position] }, formers: handover.formers)
        return (released.flatMap { $0.releases(of: plan.services[$0.manner.position]) }, draining)
    }

    /// The service that stops each instance: the first one that has it.
    ///
    /// No service stops one that the next generation keeps or that is lent.
    private func owners(of held: [Holding], _ adopted: [Bool]?, _ next: [Holding]) -> InstanceOwners {
        var owners = InstanceOwners()
        for holding in next { owners.leave(holding.instance) }
        for holding in held where adopted?[holding.position] == true || holding.provenance.source == .loan {
            owners.leave(holding.instance)
        }
        for holding in held {
            for instance in stopped(holding) { owners.add(instance, of: holding.position) }
        }
        return owners
    }

    private func stopped(_ holding: Holding) -> [AnyObject] {
        stopped(holding.instance, plan.services[holding.position], from: holding.provenance.source, holding.provenance)
    }

    /// The instances to stop together with an instance, in the order in which they were created.
    private func stopped(
        _ instance: AnyObject, _ service: PlannedService, from source: Provenance.Source, _ provenance: Provenance?
    ) -> [AnyObject] {
        let isOwn = source == .build || source == .application && service.isSynthetic
        return isOwn && service.isStopped ? (provenance?.replaced?.instances ?? []) + [instance] : []
    }

    func tellOfRelease(of instance: AnyObject, _ service: PlannedService, from source: Provenance.Source) {
        if source != .loan, service.hooks != nil { hookRunner.released(instance, service) }
    }

    /// Stops the instances of a service that are not kept.
    func abandon(_ made: [AnyObject], _ service: PlannedService) { release(stops(made, service)) }

    /// How the instances of a service are stopped: latest first, because a later one may use an earlier one.
    ///
    /// Each is stopped once, and not while another service has the same instance.
    private func stops(_ made: [AnyObject], _ service: PlannedService) -> [Release] {
        guard service.isStopped else { return [] }
        var known: Set<ObjectIdentifier> = []
        return made.reversed().compactMap { instance in
            guard known.insert(ObjectIdentifier(instance)).inserted, !isHeld(instance, exceptAt: service.index) else {
                return nil
            }
            return Release(.stop, instance, service)
        }
    }

    /// Whether a service at another position has the same instance.
    private func isHeld(_ instance: AnyObject, exceptAt position: Int) -> Bool {
        instances.holdings.contains { $0.instance === instance && $0.position != position }
            || Resolution.current.hasGraphInstance(instance) || isHeldBeneath(instance)
    }

    /// Whether a service here or beneath has the instance.
    func isHeld(_ instance: AnyObject) -> Bool {
        instances.shared.holds(instance) || instances.weaklyHeld.holdings.contains { $0.instance === instance }
            || Resolution.current.hasGraphInstance(instance) || isHeldBeneath(instance)
    }

    /// Whether a generation whose instances are not stopped here has the instance.
    private func isHeldBeneath(_ instance: AnyObject) -> Bool {
        context.base?.isHeld(instance) == true || instances.takeovers.isInUse(instance)
    }
}

/// Determines which service stops which of the released instances of a generation.
private struct InstanceOwners {
    private var positions: [ObjectIdentifier: Int] = [:]
    private var left: Set<ObjectIdentifier> = []

    /// Excludes an instance from being stopped.
    mutating func leave(_ instance: AnyObject) { left.insert(ObjectIdentifier(instance)) }

    /// Assigns an instance to a service, unless it is assigned already.
    mutating func add(_ instance: AnyObject, of position: Int) {
        let identity = ObjectIdentifier(instance)
        if positions[identity] == nil, !left.contains(identity) { positions[identity] = position }
    }

    /// Whether a service stops the instance; true once.
    mutating func take(_ instance: AnyObject, for position: Int) -> Bool {
        let identity = ObjectIdentifier(instance)
        guard positions[identity] == position else { return false }
        positions[identity] = nil
        return true
    }
}
