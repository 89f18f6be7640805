import MoonwireModel

extension ContainerStart {
    /// Begins the `run` of an instance, and waits until the instance is ready.
    func run(_ instance: BuiltInstance, _ position: Int) async throws {
        let service = generation.plan.services[position]
        let lifecycle = service.definition.lifecycle
        if lifecycle.run == nil, lifecycle.ready == nil { return }
        try Task.checkCancellation()
        var running: RunningInstance?
        var run: ServiceRun?
        if let action = lifecycle.run {
            try await awaitFormer(of: service)
            let new = try serviceRun(action, on: instance, service)
            running = begin(new, of: instance, service)
            run = new
        }
        if let ready = lifecycle.ready {
            let check = ReadyCheck(definition: service.definition) { [generation] in
                try await generation.runAwaiting(ready, on: instance, service).isHealthy
            }
            do { try await check.wait(running) } catch {
                // From now on, its end is an event of its own; that of a run that is only checked is none.
                if trial == nil { _ = running?.noteReady() }
                if error is ContainerError || error is CancellationError && Task.isCancelled { throw error }
                throw failure(error) { .readyFailed(service.definition, $0) }
            }
        }
        if let running, let run, let trial {
            // Its end is that of the container only when the generation is in use.
            trial.add(running, run)
        } else if let running, !running.noteReady(), lifecycle.ready != nil {
            throw ContainerError(
                generation.secrets.masked([.endedBeforeReady(service.definition, running.end ?? .success(()))]))
        }
    }

    /// Waits until the instance that a reload has replaced has ended, which may use the same port.
    private func awaitFormer(of service: PlannedService) async throws {
        let current = generation.context.current
        let limit = current.lifecycleLog.limit
        let deadline = ContinuousClock.now + limit
        while current.lifecycle.running.hasFormer(service.id) {
            guard ContinuousClock.now < deadline else {
                return generation.reports.diagnostics.report([.runOverlaps(service.definition, limit)])
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private func serviceRun(
        _ action: InstanceAction, on instance: BuiltInstance, _ service: PlannedService
    ) throws -> ServiceRun {
        ServiceRun(
            definition: service.definition.described, id: service.id, call: try call(action, on: instance, service),
            current: generation.context.current, diagnostics: generation.reports.diagnostics,
            secrets: generation.secrets, shutDown: shutDown)
    }

    /// The `run` in progress of an instance, which an earlier start may have begun.
    private func begin(_ run: ServiceRun, of instance: BuiltInstance, _ service: PlannedService) -> RunningInstance {
        let isReady = service.definition.lifecycle.ready == nil
        return generation.context.current.lifecycle.running.run(instance.object, identity(service.index)) { running in
            if isReady { _ = running.noteReady() }
            let live = run.current.live
            live.beginAction()
            running.begin {
                await run(running)
                live.endAction()
            }
        }
    }

    /// The call outlives its generation if a reload keeps the instance.
    private func call(
        _ action: InstanceAction, on instance: BuiltInstance, _ service: PlannedService
    ) throws -> @Sendable () async throws -> Void {
        let current = generation.context.current
        switch action {
        case .closure(let closure): return { _ = try await closure.callable.callAwaiting(instance) }
        case .method(let name):
            let method = try generation.method(name, of: instance.object, service)
            return {
                guard let generation = current.lease() else { throw CancellationError() }
                let call = try generation.beginCall(method, on: instance.object)
                generation.endLease()
                _ = try await call()
            }
        case .function: throw ContainerError(.runIsNotAsynchronous(service.definition))
        }
    }
}
