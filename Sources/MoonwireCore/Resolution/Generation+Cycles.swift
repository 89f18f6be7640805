import MoonwireModel
import MoonwireValues

// Services that need each other, and that a thread builds together.
//
// They are constructed in the order of the references that are not later ones, which form no cycle. Then the steps run that are passed
// a service later, then the hooks; only then are all of them stored.

extension Generation {
    /// The instance of a service in a cycle: built together with the others, by this thread or another one.
    func sharedInstance(of service: PlannedService, in cycle: ServiceCycle) throws -> AnyObject {
        if let build = current(cycle) { return try instance(of: service, in: build) }
        // Under one identity, whichever service is requested: threads wait for each other at the first one.
        let identity = instances.identities.ofBuild(at: cycle.leader)
        return try BuildBoard.instance(
            service, at: identity, of: self, ready: { readyInstance(at: service.index) },
            build: {
                for _ in 0..<Self.mostRepeatedBuilds {
                    let clearings = instances.clearings
                    let build = try buildTogether(service, in: cycle)
                    if store(build, unlessClearedSince: clearings) { break }
                    // The application has supplied one of them meanwhile, which the others must receive.
                    abandon(build)
                    if let ready = readyInstance(at: service.index) { return ready }
                }
                guard let ready = readyInstance(at: service.index) else { throw suppliedAgainAndAgain(service) }
                return ready
            })
    }

    /// The same of scope graph, whose instances belong to the resolve of this thread.
    func graphInstance(of service: PlannedService, in cycle: ServiceCycle) throws -> AnyObject {
        let resolution = Resolution.current
        // An earlier build in this resolve may have had no need of the whole cycle.
        if let known = resolution.knownGraphInstance(service, of: self) { return known }
        if let build = current(cycle) { return try instance(of: service, in: build) }
        let clearings = instances.clearings
        let build = try buildTogether(service, in: cycle)
        for member in build.members {
            _ = resolution.keepGraphInstance(member.instance, member.service, of: self, clearings)
        }
        return build.instance(at: service.index) ?? build.members[0].instance
    }

    /// Whether this thread is building the services of a cycle.
    func isBuilding(_ cycle: ServiceCycle) -> Bool { current(cycle) != nil }

    private func current(_ cycle: ServiceCycle) -> CycleBuild? {
        Resolution.current.cycles.last { $0.cycle === cycle && $0.generation === self }
    }

    /// Builds a service, and all of its cycle that it needs.
    private func buildTogether(_ service: PlannedService, in cycle: ServiceCycle) throws -> CycleBuild {
        let resolution = Resolution.current
        let build = CycleBuild(cycle, in: self)
        resolution.cycles.append(build)
        defer { resolution.cycles.removeLast() }
        do {
            _ = try begin(service, in: build)
            try build.complete(finish: finish, complete: complete)
            for member in build.members { try checkShareable(member, in: cycle) }
            return build
        } catch {
            abandon(build)
            throw error
        }
    }

    /// The instance for a reference from one service of the cycle to another one, which may not be complete.
    private func instance(of service: PlannedService, in build: CycleBuild) throws -> AnyObject {
        let resolution = Resolution.current
        guard resolution.isInside(build.cycle) else {
            throw ContainerError(.incompleteService(resolution.ids + [service.id], service.definition))
        }
        if let known = build.instance(at: service.index) { return known }
        return try begin(service, in: build)
    }

    private func begin(_ service: PlannedService, in build: CycleBuild) throws -> AnyObject {
        guard isOpen else { throw ContainerError(.builtTooEarly(service.definition)) }
        if context.current.recordings.isEmpty { return try construct(service, in: build) }
        return try context.current.recordings.noting(service, of: self) { try construct(service, in: build) }
    }

    /// Constructs, injects slots, and runs the steps before the first one that is passed a service later.
    private func construct(_ service: PlannedService, in build: CycleBuild) throws -> AnyObject {
        let resolution = Resolution.current
        let path = Provenance.path
        let instance = try resolution.building(service) {
            try construct(service, resolution, steps: service.firstLaterStep) { instance, _ in instance }
        }
        let made = service.isStopped ? [instance] : []
        build.add(CycleBuild.Member(service: service, instance: instance, path: path, made: made))
        return instance
    }

    /// Runs the other steps.
    private func finish(_ member: CycleBuild.Member) throws {
        let service = member.service
        let resolution = Resolution.current
        try resolution.building(service) {
            for number in service.firstLaterStep..<service.steps.count {
                do {
                    let changed = try run(service.steps[number], number: number, on: member.instance, service)
                    if changed == nil { continue }
                    throw ContainerError(.replacedInCycle(service.definition, by: "a call"))
                } catch { throw traced(error, service, resolution, step: number) }
            }
        }
    }

    /// Runs the hooks, and takes over the state of a replaced instance.
    private func complete(_ member: inout CycleBuild.Member) throws {
        let service = member.service
        if service.hooks == nil, instances.takeovers.isEmpty {
            return reportUnmadeSlots(of: member.instance, builtAs: service)
        }
        let resolution = Resolution.current
        var made = member.made
        defer { member.made = made }
        try resolution.building(service) {
            do {
                if try completed(member.instance, service, &made) === member.instance { return }
                throw ContainerError(.replacedInCycle(service.definition, by: "a hook"))
            } catch { throw traced(error, service, resolution) }
        }
    }

    /// Only instances of scope graph belong to one thread.
    private func checkShareable(_ member: CycleBuild.Member, in cycle: ServiceCycle) throws {
        guard cycle.scope.isSharedBetweenThreads else { return }
        let service = member.service
        if isSendable(member.instance, ofServiceAt: service.index) { return }
        let type = typeName(type(of: member.instance))
        let definition = service.definition
        throw failed(service, ContainerError(.notSendable(definition, type: type, at: definition.origin.location)))
    }

    /// Stores all instances; false, and none is stored, if one of the services has another instance now.
    private func store(_ build: CycleBuild, unlessClearedSince clearings: Int) -> Bool {
        let holdings = build.members.map { member in
            var provenance = Provenance(from: .build, path: member.path)
            provenance.replaced = takeReplaced(by: member)
            return Holding(
                position: member.service.index, instance: member.instance, provenance: provenance, isWeak: false)
        }
        let isStored = instances.shared.fill(holdings, areOne: true, unlessClearedSince: clearings)
        guard isStored.allSatisfy(\.self) else { return false }
        settleTakeovers(of: build, areDone: true)
        passOn(holdings)
        return true
    }

    /// Stops what has been built, the latest first.
    private func abandon(_ build: CycleBuild) {
        settleTakeovers(of: build, areDone: false)
        for member in build.members.reversed() {
            _ = takeReplaced(by: member)
            abandon(member.made, member.service)
        }
    }

    /// The instances that hooks replaced, and that are stopped with the member.
    private func takeReplaced(by member: CycleBuild.Member) -> ReplacedInstances? {
        member.service.isStopped ? instances.replacedByHooks.take(member.service.index) : nil
    }

    private func settleTakeovers(of build: CycleBuild, areDone: Bool) {
        if instances.takeovers.isEmpty { return }
        for member in build.members { settleTakeover(of: member.service, isDone: areDone) }
    }
}
