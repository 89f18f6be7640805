import MoonwireValues

extension Generation {
    /// Lets go of an instance that another one has replaced; one that the application supplied is its own to stop.
    func letGo(of former: InstanceTable.Former, at place: Int) {
        let instance = former.instance.takeRetainedValue()
        if !former.wasSupplied { stop(instance, services[place]) }
    }

    /// Does what the service's definition says of an instance that the container lets go of.
    ///
    /// What goes wrong is reported: nobody waits for it, and the other instances must be stopped as well.
    func stop(_ instance: AnyObject, _ service: PlannedService) {
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
