import MoonwireModel

/// Services that were built for slots, which are filled later.
struct SlotServices: Sendable {
    /// Only the slots will keep weak services.
    fileprivate(set) var instances: [BuiltInstance] = []
    /// By id, the errors of services that could not be built; no slot may need them.
    fileprivate var failures: [String: any Error] = [:]

    /// Runs a synchronous part of a build, which may fill the slots.
    func filling<R>(_ body: () throws -> R) throws -> R {
        do { return try withExtendedLifetime(instances, body) } catch { throw cause(of: error) }
    }

    /// The error of a service in a slot, if a build failed because the service does not exist.
    func cause(of error: any Error) -> any Error {
        guard !failures.isEmpty, let error = error as? ContainerError, error.code == .asynchronousService,
            let path = error.diagnostics.first?.path, let id = path.last, let failure = failures[id]
        else { return error }
        return (failure as? ContainerError)?.needed(firstBy: path.dropLast(), id) ?? failure
    }
}

extension AsynchronousResolve {
    /// Builds, concurrently, what the slots of a service, and those of the services from which it is built, get.
    ///
    /// Only a cancelled task throws: a slot may not need what fails. What has failed in `earlier` is not built again.
    ///
    /// - Parameters:
    ///   - index: The position of the service.
    ///   - path: What is under construction. The service is not, unless it is the last of these: while it only waits, other tasks must not
    ///     find a cycle.
    ///   - earlier: What has been built for the same slots.
    /// - Returns: The services, and the failures.
    /// - Throws: `CancellationError`.
    func slotServices(
        ofServiceAt index: Int, on path: AsynchronousPath?, after earlier: SlotServices = SlotServices()
    ) async throws -> SlotServices {
        let services = generation.plan.services
        let needs = run(on: path) { generation.slotNeeds(of: index) }
            .filter { earlier.failures[services[$0].id] == nil }
        if needs.isEmpty { return SlotServices() }
        var built = SlotServices()
        await withTaskGroup(of: (Int, Result<BuiltInstance, any Error>).self) { group in
            for need in needs { group.addTask { (need, await self.result(at: need, on: path)) } }
            for await (need, result) in group {
                switch result {
                case .success(let instance): built.instances.append(instance)
                case .failure(let error): built.failures[services[need].id] = error
                }
            }
        }
        if !built.failures.isEmpty { try Task.checkCancellation() }
        return built
    }

    private func result(at index: Int, on path: AsynchronousPath?) async -> Result<BuiltInstance, any Error> {
        do { return .success(try await instance(at: index, on: path)) } catch { return .failure(error) }
    }
}

extension Generation {
    /// Whether an asynchronous resolve of the service awaits a build.
    func mustAwait(_ position: Int) -> Bool { isAsynchronous(position) || !slotNeeds(of: position).isEmpty }

    /// Whether an asynchronous resolve of the service can await a build, which depends on the instances that exist.
    @inline(__always) func mayAwait(_ position: Int) -> Bool {
        plan.asynchronous != nil && (isAsynchronous(position) || hasSlotNeeds(position))
    }

    /// Whether slots lead from the service to one with an asynchronous build.
    func hasSlotNeeds(_ position: Int) -> Bool { plan.asynchronousSlots?.concerns(position) ?? false }

    /// What to build asynchronously before a service whose slots, or those of the services from which it is built, get it.
    func slotNeeds(of position: Int) -> [Int] {
        guard let slots = plan.asynchronousSlots, position >= 0 else { return [] }
        return slots.needs(of: position) { isReady(at: $0) }
    }

    /// Whether nothing must be built for a slot that gets the service, or for its slots.
    private func isReady(at position: Int) -> Bool {
        let service = plan.services[position]
        let generation = owner(of: service) ?? self
        switch service.scope {
        case .shared: return generation.readyInstance(at: position) != nil
        // The slot reports a scope that is not open.
        case .named(let name): return !hasScope(name) || generation.readyInstance(at: position) != nil
        // Something must keep it until the slot has it.
        case .weak: return !isAsynchronous(position) && generation.instances.weaklyHeld[position] != nil
        case .cached:
            return service.arguments == nil && generation.instances.expiry(at: position)?.isOver != true
                && generation.readyInstance(at: position) != nil
        case .transient, .graph: return false
        }
    }
}
