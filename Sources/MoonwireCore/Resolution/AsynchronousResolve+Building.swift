import MoonwireValues

extension AsynchronousResolve {
    /// Builds a new instance, and records it if there are recordings.
    ///
    /// - Parameters:
    /// - outer: The services that need it.
    /// - build: The build, if several tasks may await it.
    /// - given: The arguments of the service; nil if it takes none.
    func build(
        _ service: PlannedService, neededBy outer: AsynchronousPath?, _ build: AsynchronousBuild? = nil,
        with given: GivenArguments? = nil
    ) async throws -> BuiltInstance {
        let path = AsynchronousPath(service, neededBy: outer, build, given)
        if let outer, outer.contains(service) {
            let ids = path.ids
            let first = ids.firstIndex(of: service.id) ?? 0
            throw ContainerError(.cycleWhileBuilding(Array(ids[first...]), service.definition))
        }
        guard generation.isOpen else { throw ContainerError(.builtTooEarly(service.definition)) }
        let recordings = generation.context.current.recordings
        if recordings.isEmpty { return try await assemble(service, on: path) }
        return try await recordings.noting(path, of: generation, isolation: self) {
            try await assemble(service, on: path)
        }
    }

    /// Constructs, injects slots, sets, calls, and configures.
    private func assemble(_ service: PlannedService, on path: AsynchronousPath) async throws -> BuiltInstance {
        var current: Int?
        var made: [BuiltInstance] = []
        var awaited = Awaited()
        defer { withExtendedLifetime(awaited) {} }
        do {
            if service.hooks != nil { try run(on: path) { try generation.hookRunner.building(service) } }
            let (maker, steps) = try await awaitNeeds(of: service, on: path, &awaited)
            var instance = try await make(by: maker, for: service, on: path)
            if service.isStopped { made = [instance] }
            // Instances can expire while the service is constructed.
            let slots = try await slotServices(ofServiceAt: service.index, on: path, after: awaited.slots)
            try slots.filling { try run(on: path) { try generation.fillSlots(of: instance.object, builtAs: service) } }
            for (number, step) in steps.enumerated() {
                current = number
                guard let changed = try await run(step, number: number, on: instance, service, on: path) else {
                    continue
                }
                instance = changed
                if service.isStopped { made = [changed] }
            }
            if service.hooks == nil, generation.instances.takeovers.isEmpty {
                run(on: path) { generation.reportUnmadeSlots(of: instance.object, builtAs: service) }
                return instance
            }
            return try run(on: path) { try completed(instance, service, &made) }
        } catch {
            let error = awaited.slots.cause(of: error)
            throw run(on: path) { failure(error, service, step: current, abandoning: made) }
        }
    }

    private func completed(
        _ instance: BuiltInstance, _ service: PlannedService, _ made: inout [BuiltInstance]
    ) throws -> BuiltInstance {
        var objects = made.map(\.object)
        defer { made = objects.map(BuiltInstance.init) }
        return BuiltInstance(try generation.completed(instance.object, service, &objects))
    }

    /// The error of a build, with its path; a cancelled build has not failed.
    private func failure(
        _ error: any Error, _ service: PlannedService, step: Int?, abandoning made: [BuiltInstance]
    ) -> any Error {
        let isCancelled = error is CancellationError && Task.isCancelled
        let failure = isCancelled ? error : generation.traced(error, service, .current, step: step)
        generation.abandon(made.map(\.object), service)
        return failure
    }

    /// What a build has awaited, which lives until its end: nothing else may keep a weak service until a slot or a function has it.
    private struct Awaited {
        var instances: [BuiltInstance] = []
        var slots = SlotServices()
    }

    /// The construction and the steps of a service, with the instances of all services among their values that need an
    /// asynchronous build.
    private func awaitNeeds(
        of service: PlannedService, on path: AsynchronousPath, _ awaited: inout Awaited
    ) async throws -> (PlannedService.Maker, [PlannedService.Step]) {
        var needs = AsynchronousNeeds(in: generation)
        let (maker, steps) = run(on: path) {
            (
                service.maker.mapValues { needs.collect($0) },
                service.steps.map { $0.mapValues { needs.collect($0) } }
            )
        }
        for use in service.definition.uses {
            guard let position = generation.plan.graph.table.target(of: use.id), generation.isAsynchronous(position),
                generation.plan.services[position].scope.isSharedBetweenThreads
            else { continue }
            needs.collect(use: position)
        }
        try await build(needs, for: service, on: path, &awaited)
        if needs.needs.isEmpty { return (maker, steps) }
        let replace = needs.replacing(by: awaited.instances)
        return (maker.mapValues(replace), steps.map { $0.mapValues(replace) })
    }

    /// Builds the needs and what slots get, at the same time.
    private func build(
        _ needs: AsynchronousNeeds, for service: PlannedService, on path: AsynchronousPath, _ awaited: inout Awaited
    ) async throws {
        guard generation.hasSlotNeeds(service.index) else {
            awaited.instances = try await instances(of: needs.needs, on: path)
            return
        }
        if needs.mayHaveInline {
            awaited.slots = try await slotServices(ofServiceAt: service.index, on: path)
            awaited.instances = try await instances(of: needs.needs, on: path)
        } else {
            async let slots = slotServices(ofServiceAt: service.index, on: path)
            awaited.instances = try await instances(of: needs.needs, on: path)
            awaited.slots = try await slots
        }
    }

    /// The instances, which are built concurrently.
    func instances(of needs: [AsynchronousNeeds.Need], on path: AsynchronousPath?) async throws -> [BuiltInstance] {
        if needs.isEmpty { return [] }
        if needs.count == 1 { return [try await instance(of: needs[0], on: path)] }
        return try await withThrowingTaskGroup(of: (Int, BuiltInstance).self) { group in
            for (number, need) in needs.enumerated() {
                group.addTask { (number, try await self.instance(of: need, on: path)) }
            }
            var instances: [BuiltInstance?] = Array(repeating: nil, count: needs.count)
            for try await (number, instance) in group { instances[number] = instance }
            return instances.compactMap(\.self)
        }
    }

    private func instance(of need: AsynchronousNeeds.Need, on path: AsynchronousPath?) async throws -> BuiltInstance {
        switch need {
        case .service(let index): try await instance(at: index, on: path)
        case .serviceWith(let index, let passed):
            try await instance(at: index, with: try await given(passed, on: path), on: path)
        // A service without an id reads the arguments of the one that contains it.
        case .inline(let service): try await build(service, neededBy: path, with: path?.arguments)
        }
    }

    /// The arguments that a reference passes, with everything in them built.
    private func given(_ passed: PassedValues, on path: AsynchronousPath?) async throws -> GivenArguments {
        var needs = AsynchronousNeeds(in: generation)
        let collected = run(on: path) { passed.mapValues { needs.collect($0) } }
        let known =
            needs.needs.isEmpty
            ? passed : collected.mapValues(needs.replacing(by: try await instances(of: needs.needs, on: path)))
        return try run(on: path) { try generation.source.given(known) }
    }

    private func make(
        by maker: PlannedService.Maker, for service: PlannedService, on path: AsynchronousPath
    ) async throws -> BuiltInstance {
        switch maker {
        case .call(let callable, let arguments) where callable.begin != nil:
            return try await result(of: callable, on: nil, arguments, service, path)
        case .method(let callable, let receiver, let arguments) where callable.begin != nil:
            let object = try run(on: path) { BuiltInstance(try generation.object(receiver)) }
            return try await result(of: callable, on: object, arguments, service, path)
        case .lateMethod(let name, let receiver, let arguments):
            let (object, callable, matched) = try run(on: path) {
                let object = try generation.object(receiver)
                let callable = try generation.factory(name, of: object, service)
                return (BuiltInstance(object), callable, try generation.match(arguments, callable, of: object, service))
            }
            let known = try await awaitNeeds(of: matched, on: path)
            return try await result(of: callable, on: object, known, service, path)
        case .swift(let body):
            guard let begin = body.begin else { break }
            let session = session(on: path)
            let resolver = ServiceResolver(generation, for: session)
            let make = try run(on: path) { try generation.begin(begin, service, resolver) }
            return try await TaskBuild.run(session, in: generation) { try await make() }
        case .call, .method, .function, .supplied: break
        }
        return try run(on: path) { BuiltInstance(try generation.make(by: maker, for: service)) }
    }

    /// The arguments of a method that could not be looked up earlier, with the services that they need.
    private func awaitNeeds(of arguments: PlannedArguments, on path: AsynchronousPath) async throws -> PlannedArguments
    {
        var needs = AsynchronousNeeds(in: generation)
        let collected = run(on: path) { arguments.mapValues { needs.collect($0) } }
        if needs.needs.isEmpty { return arguments }
        return collected.mapValues(needs.replacing(by: try await instances(of: needs.needs, on: path)))
    }

    private func run(
        _ step: PlannedService.Step, number: Int, on instance: BuiltInstance, _ service: PlannedService,
        on path: AsynchronousPath
    ) async throws -> BuiltInstance? {
        switch try run(on: path, { try generation.settled(step) }) {
        case nil: return nil
        case .call(let callable, let arguments) where callable.begin != nil:
            return changed(by: callable, instance, try await call(callable, on: instance, arguments, path))
        case .lateCall(let name, let arguments):
            let (callable, matched) = try run(on: path) {
                let callable = try generation.method(name, of: instance.object, service)
                let matched = try generation.match(arguments, callable, of: instance.object, service)
                generation.checkResult(of: callable, on: instance.object, service, step: number)
                return (callable, try generation.settled(matched))
            }
            guard let matched else { return nil }
            let known = try await awaitNeeds(of: matched, on: path)
            return changed(by: callable, instance, try await call(callable, on: instance, known, path))
        case .set, .lateSet, .call, .configure:
            return try run(on: path) {
                try generation.run(step, number: number, on: instance.object, service).map(BuiltInstance.init)
            }
        }
    }

    private func changed(by callable: Callable, _ instance: BuiltInstance, _ result: BuiltInstance?) -> BuiltInstance? {
        generation.changed(by: callable, instance.object, result?.object).map(BuiltInstance.init)
    }

    private func result(
        of callable: Callable, on receiver: BuiltInstance?, _ arguments: PlannedArguments, _ service: PlannedService,
        _ path: AsynchronousPath
    ) async throws -> BuiltInstance {
        if let made = try await call(callable, on: receiver, arguments, path) { return made }
        throw ContainerError(.builtNothing(service.definition))
    }

    private func call(
        _ callable: Callable, on receiver: BuiltInstance?, _ arguments: PlannedArguments, _ path: AsynchronousPath
    ) async throws -> BuiltInstance? {
        guard callable.begin != nil else {
            return try run(on: path) {
                try generation.call(callable, on: receiver?.object, arguments).map(BuiltInstance.init)
            }
        }
        let call = try run(on: path) { try generation.begin(callable, on: receiver?.object, arguments) }
        let delivery = try await TaskBuild.run(session(on: path), in: generation) { try await call() }
        return try run(on: path) { try generation.result(of: delivery).map(BuiltInstance.init) }
    }

    private func session(on path: AsynchronousPath) -> BuildSession {
        run(on: path) {
            BuildSession(generation, .current, awaited: .init(resolve: self, path: path))
        }
    }
}
