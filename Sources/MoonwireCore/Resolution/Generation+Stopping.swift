import MoonwireSupport
import MoonwireValues

extension Generation {
    /// Lets go of an instance: one that was built here is stopped, and hooks are told unless it was only lent.
    ///
    /// What the application supplied it stops itself, unless the definition that asks for it says how to.
    func letGo(of instance: AnyObject, at place: Int, from source: Provenance.Source, _ provenance: Provenance?) {
        let service = services[place]
        abandon(stopped(instance, service, from: source, provenance), service)
        tellOfRelease(of: instance, service, from: source)
    }

    /// Lets go of all shared instances, the latest first, except those that the next generation has taken over.
    func letGoOfInstances(to handover: Handover?) {
        let adopted = handover?.adopted
        let held = instances.takeAll()
        var owners = owners(of: held, adopted, handover?.next.holdings ?? [])
        for holding in held.reversed() where adopted?[holding.place] != true {
            let service = services[holding.place]
            for instance in stopped(holding).reversed() where owners.take(instance, for: holding.place) {
                // What the container has outlives an override.
                if base?.isHeld(instance, exceptAt: nil) != true { stop(instance, service) }
            }
            tellOfRelease(of: holding.instance, service, from: holding.provenance.source)
        }
    }

    /// Which service stops each instance: the first one that has it. Nobody stops one that the next generation keeps or that is lent.
    private func owners(of held: [Holding], _ adopted: [Bool]?, _ next: [Holding]) -> InstanceOwners {
        var owners = InstanceOwners()
        for holding in next { owners.leave(holding.instance) }
        for holding in held where adopted?[holding.place] == true || holding.provenance.source == .loan {
            owners.leave(holding.instance)
        }
        for holding in held {
            for instance in stopped(holding) { owners.add(instance, of: holding.place) }
        }
        return owners
    }

    private func stopped(_ holding: Holding) -> [AnyObject] {
        stopped(holding.instance, services[holding.place], from: holding.provenance.source, holding.provenance)
    }

    /// What is to be stopped with an instance, in the order in which it was made.
    private func stopped(
        _ instance: AnyObject, _ service: PlannedService, from source: Provenance.Source, _ provenance: Provenance?
    ) -> [AnyObject] {
        let isOwn = source == .build || source == .application && service.isSynthetic
        return isOwn && service.isStopped ? (provenance?.replaced?.instances ?? []) + [instance] : []
    }

    private func tellOfRelease(of instance: AnyObject, _ service: PlannedService, from source: Provenance.Source) {
        if source != .loan, service.hooks != nil { hookRunner.released(instance, service) }
    }

    /// Stops what was made for a service, latest first: a later one may use those before it.
    ///
    /// Each is stopped once, and not at all while another service has that very instance.
    func abandon(_ made: [AnyObject], _ service: PlannedService) {
        guard service.isStopped else { return }
        var known: Set<ObjectIdentifier> = []
        for instance in made.reversed() where known.insert(ObjectIdentifier(instance)).inserted {
            if !isHeld(instance, exceptAt: service.index) { stop(instance, service) }
        }
    }

    /// Whether another service than the one at the place has that very instance.
    private func isHeld(_ instance: AnyObject, exceptAt place: Int?) -> Bool {
        holdings.contains { $0.instance === instance && $0.place != place }
            || Resolution.current.hasGraphInstance(instance) || base?.isHeld(instance, exceptAt: nil) == true
    }

    /// Does what the service's definition says of an instance that the container lets go of.
    ///
    /// What goes wrong is reported: nobody waits for it, and the other instances must be stopped as well.
    private func stop(_ instance: AnyObject, _ service: PlannedService) {
        do {
            switch service.definition.stop {
            case .method(let name)?:
                let method = try method(name, of: instance, service)
                _ = try call(method, on: instance, plan(Arguments(), for: method.signature))
            case .function(let function)?: try withResolver { try function.configure(instance, $0) }
            case nil: break
            }
        } catch {
            diagnostics.report(secrets.masked([.stopFailed(service.definition, error)]))
        }
    }
}

/// Which service stops which of the instances that a generation lets go of.
private struct InstanceOwners {
    private var places: [ObjectIdentifier: Int] = [:]
    private var left: Set<ObjectIdentifier> = []

    /// Excludes an instance from being stopped.
    mutating func leave(_ instance: AnyObject) { left.insert(ObjectIdentifier(instance)) }

    /// Has an instance stopped by a service, unless one before has it.
    mutating func add(_ instance: AnyObject, of place: Int) {
        let identity = ObjectIdentifier(instance)
        if places[identity] == nil, !left.contains(identity) { places[identity] = place }
    }

    /// Whether a service stops the instance; true once.
    mutating func take(_ instance: AnyObject, for place: Int) -> Bool {
        let identity = ObjectIdentifier(instance)
        guard places[identity] == place else { return false }
        places[identity] = nil
        return true
    }
}

/// What hooks replaced in the builds that end just now, by place.
final class ReplacedByHooks: Sendable {
    private struct State: @unchecked Sendable {  // The lock protects it.
        var instances: [Int: [AnyObject]] = [:]
    }

    private let state = Lock(State())

    func note(_ instances: some Sequence<AnyObject>, at place: Int) {
        let instances = Array(instances)
        state.withLock { $0.instances[place] = instances }
    }

    /// What was replaced on the way to the instance that was just built.
    func take(_ place: Int) -> ReplacedInstances? {
        ReplacedInstances(state.withLock { $0.instances.removeValue(forKey: place) ?? [] })
    }
}
