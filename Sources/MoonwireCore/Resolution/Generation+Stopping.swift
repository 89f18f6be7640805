import MoonwireValues

extension Generation {
    /// Lets go of an instance: one that was built here is stopped, and hooks are told unless it was only lent.
    func letGo(of instance: AnyObject, at place: Int, from source: Arrival.Source) {
        if source == .build { stop(instance, services[place]) }
        if source != .loan, services[place].hooks != nil { hookRunner.released(instance, services[place]) }
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
            case .function(let function)?: try function.configure(instance, Resolver(self))
            case nil: break
            }
        } catch {
            diagnostics.report([.stopFailed(service.definition, error)])
        }
    }
}
