import MoonwireModel

extension Container {
    /// Asks every instance whose service has a `health`, concurrently, whether it works.
    ///
    /// ```swift
    /// let report = try await container.health(within: .seconds(2))
    /// print(report.isHealthy)   // true
    /// ```
    ///
    /// A check that throws, returns false, or does not end in time has found a problem. Services without an instance are not built.
    ///
    /// - Parameter limit: The time that each check has.
    /// - Returns: What each check found.
    /// - Throws: ``ContainerError`` if the container has ended, and `CancellationError` if the task is cancelled.
    public func health(within limit: Duration = .seconds(5)) async throws -> HealthReport {
        guard let generation = Override.lease(of: current) ?? current.lease() else { throw current.ended() }
        defer { generation.endLease() }
        let checked = generation.plan.services.indices.filter {
            generation.plan.services[$0].definition.lifecycle.health != nil
        }
        let report = await withTaskGroup(of: (Int, ServiceHealth).self) { group in
            for position in checked {
                group.addTask { (position, await generation.health(ofServiceAt: position, limit)) }
            }
            var services: [Int: ServiceHealth] = [:]
            for await (position, health) in group { services[position] = health }
            return HealthReport(services: checked.compactMap { services[$0] })
        }
        // A cancelled check says nothing about its service.
        try Task.checkCancellation()
        return report
    }
}

extension Generation {
    /// Asks the health of one service, if it has an instance.
    func health(ofServiceAt position: Int, _ limit: Duration) async -> ServiceHealth {
        let service = plan.services[position]
        guard let action = service.definition.lifecycle.health, let held = heldInstance(of: service) else {
            return ServiceHealth(id: service.id, problem: nil, isInUse: false, duration: .zero)
        }
        let instance = BuiltInstance(held)
        let began = ContinuousClock.now
        let outcome = await TimeLimit.run(limit, grace: .zero) {
            try await self.check(by: action, instance, service)
        }
        let problem = problem(outcome, service, limit).map { secrets.masked([$0])[0] }
        return ServiceHealth(
            id: service.id, problem: problem, isInUse: true, duration: ContinuousClock.now - began)
    }

    /// Runs a check, which may outlive the call that awaits it.
    ///
    /// A synchronous one then keeps the generation until it returns. An asynchronous one, which may ignore its cancellation forever,
    /// does not.
    private func check(
        by action: InstanceAction, _ instance: BuiltInstance, _ service: PlannedService
    ) async throws -> HealthVerdict {
        try Task.checkCancellation()
        if isAsynchronous(action, on: instance.object) {
            return try await runAwaiting(action, on: instance, service)
        }
        guard reference.leases.beginIfHeld() else { throw CancellationError() }
        defer { endLease() }
        return try run(action, on: instance.object, service)
    }

    private func problem(
        _ outcome: TimeLimit.Outcome<HealthVerdict>, _ service: PlannedService, _ limit: Duration
    ) -> Diagnostic? {
        switch outcome {
        case .ended(.success(let verdict)):
            verdict.isHealthy ? nil : .unhealthy(service.definition, verdict.reason)
        case .ended(.failure(let error)): .healthFailed(service.definition, error)
        case .endedLate, .abandoned: .healthTookTooLong(service.definition, limit)
        }
    }
}
