import MoonwireSupport
import MoonwireValues

extension Generation {
    /// Lets go of an instance: one that was built here is stopped, and hooks are told unless it was only lent.
    ///
    /// What the application supplied it stops itself, unless the definition that asks for it says how to.
    func letGo(of instance: AnyObject, at position: Int, from source: Provenance.Source, _ provenance: Provenance?) {
        let service = services[position]
        abandon(stopped(instance, service, from: source, provenance), service)
        tellOfRelease(of: instance, service, from: source)
    }

    /// Lets go of all shared instances, the latest first, except those that the next generation has taken over.
    func letGoOfInstances(to handover: (any InstanceReceiver)?) {
        let adopted = handover?.adopted
        let held = instances.takeAll()
        var owners = owners(of: held, adopted, handover?.next.holdings ?? [])
        for holding in held.reversed() where adopted?[holding.position] != true {
            let service = services[holding.position]
            for instance in stopped(holding).reversed() where owners.take(instance, for: holding.position) {
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
        for holding in held where adopted?[holding.position] == true || holding.provenance.source == .loan {
            owners.leave(holding.instance)
        }
        for holding in held {
            for instance in stopped(holding) { owners.add(instance, of: holding.position) }
        }
        return owners
    }

    private func stopped(_ holding: Holding) -> [AnyObject] {
        stopped(holding.instance, services[holding.position], from: holding.provenance.source, holding.provenance)
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

    /// Whether another service than the one at the position has that very instance.
    private func isHeld(_ instance: AnyObject, exceptAt position: Int?) -> Bool {
        holdings.contains { $0.instance === instance && $0.position != position }
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
            case .function(let function)?: try withResolver { try function.callable.configure(instance, $0) }
            case nil: break
            }
        } catch {
            diagnostics.report(secrets.masked([.stopFailed(service.definition, error)]))
        }
    }
}

/// Which service stops which of the instances that a generation lets go of.
private struct InstanceOwners {
    private var positions: [ObjectIdentifier: Int] = [:]
    private var left: Set<ObjectIdentifier> = []

    /// Excludes an instance from being stopped.
    mutating func leave(_ instance: AnyObject) { left.insert(ObjectIdentifier(instance)) }

    /// Has an instance stopped by a service, unless one before has it.
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

/// What hooks replaced in the builds that end just now, by position.
final class ReplacedByHooks: Sendable {
    private struct State: @unchecked Sendable {  // The lock protects it.
        var instances: [Int: [AnyObject]] = [:]
    }

    private let state = Lock(State())

    func note(_ instances: some Sequence<AnyObject>, at position: Int) {
        let instances = Array(instances)
        state.withLock { $0.instances[position] = instances }
    }

    /// What was replaced on the way to the instance that was just built.
    func take(_ position: Int) -> ReplacedInstances? {
        ReplacedInstances(state.withLock { $0.instances.removeValue(forKey: position) ?? [] })
    }
}
