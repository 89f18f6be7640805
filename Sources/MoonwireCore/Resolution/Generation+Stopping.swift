import MoonwireValues

extension Generation {
    /// Lets go of an instance: one that was built here is stopped, and hooks are told unless it was only lent.
    ///
    /// What the application supplied it stops itself, unless the definition that asks for it says how to.
    func letGo(of instance: AnyObject, at place: Int, from source: Arrival.Source, _ arrival: Arrival?) {
        let service = services[place]
        if source == .build || source == .application && service.isSynthetic {
            abandon((arrival?.replaced?.instances ?? []) + [instance], service)
        }
        if source != .loan, service.hooks != nil { hookRunner.released(instance, service) }
    }

    /// Stops what was made for a service, latest first: a later one may use those before it.
    func abandon(_ made: [AnyObject], _ service: PlannedService) {
        for instance in made.reversed() { stop(instance, service) }
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
