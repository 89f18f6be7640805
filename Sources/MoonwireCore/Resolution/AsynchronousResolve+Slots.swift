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
        guard !failures.isEmpty, let diagnostic = (error as? ContainerError)?.diagnostics.first,
            diagnostic.code == .asynchronousService
        else { return error }
        return diagnostic.path.last.flatMap { failures[$0] } ?? error
    }
}

extension AsynchronousResolve {
    /// Builds, concurrently, what the slots of a service, and those of the services from which it is built, get.
    ///
    /// What fails is not needed with certainty: the build of the service tells. Only a cancelled task throws. `former` is what has been
    /// built, or has failed, for the same slots before.
    func slotServices(
        ofServiceAt index: Int, on path: AsynchronousPath?, after former: SlotServices = SlotServices()
    ) async throws -> SlotServices {
        var needs = run(on: path) { generation.slotNeeds(of: index) }
        needs.all.removeAll { former.failures[generation.plan.services[$0.position].id] != nil }
        if needs.all.isEmpty { return SlotServices() }
        let paths = paths(to: needs, from: index, on: path)
        var services = SlotServices()
        await withTaskGroup(of: (Int, Result<BuiltInstance, any Error>).self) { group in
            for (need, path) in zip(needs.all, paths) {
                group.addTask {
                    do { return (need.position, .success(try await self.instance(at: need.position, on: path))) } catch
                    {
                        return (need.position, .failure(error))
                    }
                }
            }
            for await (position, result) in group {
                switch result {
                case .success(let instance): services.instances.append(instance)
                case .failure(let error): services.failures[generation.plan.services[position].id] = error
                }
            }
        }
        if !services.failures.isEmpty { try Task.checkCancellation() }
        return services
    }

    /// The path to the user of each need; paths share what they have in common.
    private func paths(
        to needs: AsynchronousSlots.Needs, from index: Int, on path: AsynchronousPath?
    ) -> [AsynchronousPath?] {
        let first = generation.plan.services[index]
        // A build has a path to itself already; a request has none.
        let start = path?.service === first ? path : AsynchronousPath(first, neededBy: path, nil)
        var known = [index: start]
        return needs.all.map { need in
            var users = [need.user]
            while let last = users.last, known[last] == nil, let user = needs.users[last] { users.append(user) }
            for (user, outer) in zip(users.dropLast(), users.dropFirst()).reversed() {
                known[user] = AsynchronousPath(generation.plan.services[user], neededBy: known[outer] ?? nil, nil)
            }
            return known[need.user] ?? nil
        }
    }
}

extension Generation {
    /// Whether an asynchronous resolve of the service awaits a build.
    func mustAwait(_ position: Int) -> Bool { isAsynchronous(position) || !slotNeeds(of: position).all.isEmpty }

    /// Whether an asynchronous resolve of the service can await a build, which depends on the instances that exist.
    @inline(__always) func mayAwait(_ position: Int) -> Bool {
        plan.asynchronous != nil && (isAsynchronous(position) || hasSlotNeeds(position))
    }

    /// Whether slots lead from the service to one with an asynchronous build.
    func hasSlotNeeds(_ position: Int) -> Bool { plan.asynchronousSlots?.concerns(position) ?? false }

    /// What to build asynchronously before a service whose slots, or those of the services from which it is built, get it.
    func slotNeeds(of position: Int) -> AsynchronousSlots.Needs {
        guard let slots = plan.asynchronousSlots, position >= 0 else { return .init() }
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
