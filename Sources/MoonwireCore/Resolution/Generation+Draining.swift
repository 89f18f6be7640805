import MoonwireModel
import MoonwireSupport
import MoonwireValues

extension Generation {
    private static let shortestPause = Duration.milliseconds(5)
    private static let longestPause = Duration.milliseconds(100)

    /// Whether instances that a reload replaces are released later: those of services that drain, those whose states others take
    /// over, and what older ones need.
    func delaysReleases(of held: [Holding], _ handover: any InstanceReceiver, _ adopted: [Bool]) -> Bool {
        // After the end, too: what drains may need instances of any generation.
        if !context.current.draining.isEmpty { return true }
        let formers = handover.formers.values
        if context.current.lifecycleLog.end != nil {
            // Nobody takes a state over from now on; who is doing so needs what gives it away.
            return formers.count { !$0.end() } > 0
        }
        return formers.contains { !$0.isOver }
            || held.contains {
                plan.services[$0.position].definition.drainLimit != nil && !adopted[$0.position]
            }
    }

    /// Removes the instances that are released later; `adopted` are those that the next generation has.
    func beginDraining(
        _ released: inout [ReleasedInstance], keeping adopted: [Holding], formers: [Int: FormerInstance]
    ) -> Draining? {
        let current = context.current
        let older = current.draining.needing(released)
        let waiting = takeWaiting(from: &released, older, formers)
        if waiting.isEmpty { return nil }
        let needs = lastUsers(of: waiting.map(\.service.index))
        let kept = adopted.filter { needs[$0.position] != nil }.map { ObjectIdentifier($0.instance) }
        let new = Draining(waiting, keeping: Set(kept), after: older, in: self)
        current.draining.begin(new)
        for one in waiting {
            if one.isHolding { note(.draining, one.service) }
            expectEnd(of: one.identity, one.service)
        }
        return new
    }

    /// `older` is what waits in older generations, and needs some of the instances.
    private func takeWaiting(
        from released: inout [ReleasedInstance], _ older: [Draining], _ formers: [Int: FormerInstance]
    ) -> [WaitingInstance] {
        let needed = released.filter { one in older.contains { $0.needs(one.instance) } }.map(\.manner.position)
        let neededByOlder = Set(needed).union(lastUsers(of: needed).keys)
        let draining = released.filter { wait(of: $0, formers) != nil }
        let users = lastUsers(of: draining.map(\.manner.position))
        // Another service may stop an object that drains.
        let objects = Set(draining.map { ObjectIdentifier($0.instance) })
        func waits(_ one: ReleasedInstance) -> Bool {
            users[one.manner.position] != nil || neededByOlder.contains(one.manner.position)
                || objects.contains(ObjectIdentifier(one.instance))
        }
        let waiting = released.filter(waits)
        released.removeAll(where: waits)
        return numbered(waiting, neededByOlder, formers)
    }

    private func numbered(
        _ waiting: [ReleasedInstance], _ neededByOlder: Set<Int>, _ formers: [Int: FormerInstance]
    ) -> [WaitingInstance] {
        var counts: [ObjectIdentifier: Int] = [:]
        for one in waiting { counts[ObjectIdentifier(one.instance), default: 0] += 1 }
        let holding = waiting.indices.filter { wait(of: waiting[$0], formers) != nil }
        let users = lastUsers(of: holding.map { waiting[$0].manner.position }).mapValues { holding[$0] }
        let objects = Dictionary(holding.map { (ObjectIdentifier(waiting[$0].instance), $0) }, uniquingKeysWith: max)
        return waiting.enumerated().map { number, one in
            let (position, object) = (one.manner.position, ObjectIdentifier(one.instance))
            let wait = wait(of: one, formers)
            let sameObject = wait == nil ? objects[object] ?? -1 : -1
            return WaitingInstance(
                one, number: number, of: plan.services[position], until: wait?.limit,
                as: wait?.formers ?? [], neededBy: max(users[position] ?? -1, sameObject),
                orByOlder: neededByOlder.contains(position),
                isCopied: one.instance is AnyValueBox || counts[object] ?? 0 > 1)
        }
    }

    /// How long an instance may be held, and the roles in which its state is taken over; nil if it waits for neither.
    private func wait(
        of released: ReleasedInstance, _ formers: [Int: FormerInstance]
    ) -> (limit: Duration?, formers: [FormerInstance])? {
        let service = plan.services[released.manner.position]
        // Several services may have one object.
        let identity = ObjectIdentifier(released.instance)
        let formers = formers.values.filter { $0.identity == identity && !$0.isOver }
        // Nothing happens to a plain value.
        let isPlain = released.instance is AnyValueBox && !released.manner.isStopped && service.hooks == nil
        let isIdle = isPlain && directNeeds(of: service.index).isEmpty
        let limit = isIdle ? nil : service.definition.drainLimit
        return formers.isEmpty && limit == nil ? nil : (limit, formers)
    }

    /// A `run` of a replaced instance that ends by itself says nothing about the container.
    func expectEnd(of instance: ObjectIdentifier, _ service: PlannedService) {
        guard service.definition.lifecycle.run != nil else { return }
        context.current.lifecycle.running.expectEnd(of: instance, instances.identities[service.index])
    }

    /// For everything that services hold, however indirectly, by position: the number of the last service in the list that holds it.
    func lastUsers(of positions: [Int]) -> [Int: Int] {
        var users: [Int: Int] = [:]
        for (number, position) in positions.enumerated().reversed() {
            var unvisited = [position]
            while let next = unvisited.popLast() {
                for need in directNeeds(of: next) where users[need] == nil {
                    users[need] = number
                    unvisited.append(need)
                }
            }
        }
        return users
    }

    func directNeeds(of position: Int) -> [Int] {
        let edges = wholePlan.graph.facts.dependencies[position].edges.filter { $0.reference.kind != .provider }
        return edges.compactMap(\.target) + (instances.dependencyLog.of(position)?.services ?? [])
    }

    /// Releases instances as their waits end; at the end of the container, or of the overrides in which they were built, it releases all
    /// that are left.
    func drain(_ draining: Draining) async {
        var pause = Self.shortestPause
        var lastEnd: ContinuousClock.Instant?
        collectGarbage(of: draining)
        while true {
            let hasEnded = context.current.lifecycleLog.end != nil || isClosedBeside
            if hasEnded, lastEnd == nil { lastEnd = .now + context.current.lifecycleLog.limit }
            let due = hasEnded ? left(of: draining, lastEnd) : draining.takeDue(at: .now)
            for one in due { await release(one) }
            if due.isEmpty {
                if draining.isOver { break }
                pause = min(pause * 2, Self.longestPause)
                try? await Task.sleep(for: hasEnded ? Self.shortestPause : pause)
            } else {
                draining.endRelease()
                collectGarbage(of: draining)
                pause = Self.shortestPause
            }
        }
        context.current.draining.end(draining)
    }

    /// What is left at the end of the container, unless that is releasing it.
    private func left(of draining: Draining, _ lastEnd: ContinuousClock.Instant?) -> [Draining.Due] {
        if context.current.draining.isLeaving { return [] }
        return draining.takeAll(evenTaken: lastEnd.map { .now >= $0 } ?? false).map { Draining.Due(released: $0) }
    }

    /// What the functions of scripts no longer use, such as the argument of a `stop`, does not hold an instance.
    private func collectGarbage(of draining: Draining) {
        scripts?.collect()
        for life in draining.lives { life.collect() }
    }

    private func release(_ due: Draining.Due) async {
        let service = plan.services[due.released.manner.position]
        if due.isHeld, let limit = service.definition.drainLimit {
            report([.stillHeld(service.definition, limit)])
        }
        // A factory may return an object of the application again: then the generation that has it stops it.
        let isInUse = !due.isFree && isHeldByCurrent(due.released.instance)
        for release in due.released.releases(of: service) {
            if isInUse, release.isStop { takeRun(of: release)?.cancel() } else { await awaitRelease(release) }
        }
    }

    private func isHeldByCurrent(_ instance: AnyObject) -> Bool {
        if context.current.draining.isHeldByLast(instance) { return true }
        guard let current = context.current.lease() else { return false }
        defer { current.endLease() }
        return current.instances.shared.holds(instance)
    }
}
