import MoonwireModel
import MoonwireSupport
import MoonwireValues

extension Generation {
    /// Passes the state of a replaced instance to a new one, before anything else uses that; part of the build.
    ///
    /// ``settleTakeover(of:isDone:)`` ends it once the instance is stored.
    @inline(never) func takeOverState(for fresh: AnyObject, _ service: PlannedService) throws {
        guard service.scope == .shared else { return }
        switch instances.takeovers.begin(service.index) {
        case .isOver: return
        case .isTaken: throw ContainerError(.handoverInProgress(service.definition))
        case .instance(let former):
            // What another service has already is not new.
            if former === fresh || instances.shared.holds(fresh) { return }
            do { try handOver(former, to: fresh, service) } catch {
                instances.takeovers.settle(service.index, isDone: false)
                let known = (error as? ContainerError)?.underlying ?? error
                throw ContainerError(.handoverFailed(service.definition, error), underlying: known)
            }
        }
    }

    /// Ends what a build has taken over: it is done unless another instance counts.
    @inline(never) func settleTakeover(of service: PlannedService, isDone: Bool) {
        instances.takeovers.settle(service.index, isDone: isDone)
        // What was added after the build had looked for it comes too late.
        if isDone { instances.takeovers.end(at: service.index) }
    }

    /// Passes the states of replaced instances to those that were built to check this generation, once it is in use.
    func takeOverStates(atPositions positions: [Int]) {
        let waiting = positions.filter { instances.takeovers.contains($0) }
        if waiting.isEmpty { return }
        Resolution.current.using(self) {
            for position in waiting { takeOverState(at: position) }
        }
    }

    private func takeOverState(at position: Int) {
        let service = plan.services[position]
        guard let fresh = heldInstance(at: position), case .instance(let former) = instances.takeovers.begin(position)
        else { return instances.takeovers.end(at: position) }
        do {
            if former !== fresh { try handOver(former, to: fresh, service) }
        } catch { report([.handoverFailed(service.definition, error).asWarning]) }
        settleTakeover(of: service, isDone: true)
    }

    private func handOver(_ former: AnyObject, to fresh: AnyObject, _ service: PlannedService) throws {
        switch service.definition.lifecycle.handover {
        case .method(let name):
            let method = try method(name, of: fresh, service)
            guard accepts(former, method) else { return reportOtherType(former, service) }
            var arguments = Arguments()
            // Instances of shared services are `Sendable`, which has no form at run time.
            arguments.positional = [.object(unsafeBitCast(former, to: (any AnyObject & Sendable).self))]
            _ = try call(method, on: fresh, match(arguments, method, of: fresh, service))
        case .function(let function):
            try withResolver { try function.callable.handOver(former, to: fresh, $0) }
            // The argument of the function would hold the former instance.
            scripts?.collect()
        case .closure, nil:
            guard let receiver = fresh as? any StateReceiver else { return }
            if try !receiver.receive(former) { reportOtherType(former, service) }
        }
    }

    private func accepts(_ former: AnyObject, _ method: Callable) -> Bool {
        guard let type = exposure(of: former)?.description, let argument = method.signature.arguments.first else {
            return false
        }
        return argument.shape.accepts(instanceOf: type)
    }

    private func reportOtherType(_ former: AnyObject, _ service: PlannedService) {
        report([.handoverOfOtherType(service.definition, typeName(dynamicType(of: former)))])
    }

    /// Takes over the state of a replaced instance with the next build of a service.
    func takeOver(_ former: FormerInstance, at position: Int) {
        var (generation, position) = (self, position)
        while !generation.instances.takeovers.add(former, at: position) {
            // Another generation has replaced it meanwhile.
            guard let handover = generation.handover,
                let destination = handover.destination(of: former, at: position)
            else {
                former.end()
                return
            }
            (generation, position) = (handover.next, destination)
        }
        // An instance that was built meanwhile may be the last one.
        let isCandidate = generation.instances.takeovers.isCandidate
        if generation.heldInstance(at: position) != nil, !isCandidate {
            generation.instances.takeovers.end(at: position)
        }
    }
}
