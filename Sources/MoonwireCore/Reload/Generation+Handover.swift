import MoonwireSupport

extension Generation {
    /// Passes the instances that are carried over to the next generation, now and when builds in progress have ended.
    ///
    /// This generation leases the next one: instances that it still uses must not be stopped there, however soon that is replaced.
    ///
    /// Returns the instances that were carried over, and those that must still be passed on outside the lock. `judged`
    /// are the instances that the difference has judged.
    func handOver(
        to next: Generation, _ diff: GenerationDiff, judged: JudgedInstances
    ) -> (held: [Holding], late: [Holding]) {
        next.reference.leases.begin()
        let handover = Handover(from: self, to: next, diff)
        begin(handover)
        let held = instances.holdings
        let late = held.filter { holding in
            // At once: no thread may find the next generation without the supplied instances.
            if holding.provenance.source == .application { return false }
            return !judged.contains(holding) || !handover.hasJudged(holding.position)
        }
        let positions = Set(late.map(\.position))
        // Nothing has replaced the next generation, so nothing is passed on from there.
        _ = handover.pass(
            positions.isEmpty ? held : held.filter { !positions.contains($0.position) },
            instances.dependencyLog.all.keys, judgedAt: next.instances.clearings)
        handover.noteFormers(among: held)
        return (held, late)
    }

    /// Passes an instance to the next generation, if there is one in which all its dependencies are current.
    func passOn(_ holding: Holding) {
        guard let handover else { return }
        handover.next.passOn(handover.passIfCurrent(holding))
    }

    /// The same for several, in the order of their construction.
    ///
    /// A loop, because an open scope may have thousands of generations after its own.
    func passOn(_ holdings: [Holding]) {
        var (generation, going) = (self, holdings)
        while !going.isEmpty, let handover = generation.handover {
            going = going.flatMap { handover.passIfCurrent($0) }
            generation = handover.next
        }
    }

    /// The same for a new instance.
    func passOn(_ instance: AnyObject, at position: Int, _ provenance: Provenance) {
        passOn(
            Holding(
                position: position, instance: instance, provenance: provenance,
                isWeak: plan.services[position].scope == .weak))
    }

    /// What is passed on as a whole: the services of a cycle, in the place of the last one, and each other service alone.
    func units(of holdings: [Holding]) -> [[Holding]] {
        var units: [[Holding]] = []
        var places: [ObjectIdentifier: Int] = [:]
        for holding in holdings.reversed() {
            let cycle = plan.services[holding.position].cycle.map { ObjectIdentifier($0) }
            if let place = cycle.flatMap({ places[$0] }) {
                units[place].append(holding)
                continue
            }
            if let cycle { places[cycle] = units.count }
            units.append([holding])
        }
        return units.reversed().map { $0.reversed() }
    }

    /// Whether another generation has replaced it.
    var isSuperseded: Bool { handover != nil }

    /// Ends a lease; with the last one the generation is over: it stops the instances that are not carried over, and its scripts
    /// keep nothing alive.
    ///
    /// Returns the task that awaits asynchronous stops, if there are any; the generation is over when they have ended.
    @discardableResult func endLease() -> Task<Void, Never>? {
        guard reference.leases.end() else { return nil }
        var ended: [Generation] = []
        var last = self
        // A loop, because an open scope may have thousands of generations after its own.
        while true {
            let handover = last.takeHandover()
            if let task = last.release(before: handover) {
                if ended.isEmpty { return task }
                break
            }
            last.endScripts()
            guard let next = handover?.next, next.reference.leases.end() else {
                last.forget()
                break
            }
            ended.append(last)
            last = next
        }
        for generation in ended.reversed() { generation.forget() }
        return nil
    }

    /// Releases the instances; nil if that is done, or the task that does it and ends the generation after that.
    private func release(before handover: (any InstanceReceiver)?) -> Task<Void, Never>? {
        if context.base == nil { context.current.live.noteEnding(context.number) }
        let (releases, draining) = releases(to: handover)
        let remaining = releaseUntilAsynchronous(releases)
        if let draining { return awaitEnd(after: PendingReleases(remaining), draining, handover) }
        if remaining.isEmpty { return nil }
        return awaiting(PendingReleases(remaining)) { self.end(after: handover) }
    }

    /// Ends the generation when everything is released, and its use of the next one earlier: that does not wait for what drains here.
    private func awaitEnd(
        after releases: PendingReleases, _ draining: Draining, _ handover: (any InstanceReceiver)?
    ) -> Task<Void, Never> {
        releases.isEmpty
            ? awaitEnd(of: draining, handover) : awaiting(releases) { self.awaitEnd(of: draining, handover) }
    }

    @discardableResult private func awaitEnd(
        of draining: Draining, _ handover: (any InstanceReceiver)?
    ) -> Task<Void, Never> {
        draining.endRelease()
        // The end of the container releases what drains before the current instances.
        let hasEnded = context.current.lifecycleLog.end != nil
        if !hasEnded { handover?.next.endLease() }
        let last = hasEnded ? handover : nil
        return awaiting(PendingReleases([])) {
            await self.drain(draining)
            self.end(after: last)
        }
    }

    private func end(after handover: (any InstanceReceiver)?) {
        endScripts()
        handover?.next.endLease()
        forget()
    }

    /// Nothing uses the generation any longer, and the next one is ending already if nothing else uses that one.
    private func forget() {
        if context.base == nil { context.current.live.remove(context.number) }
        if context.scope == nil { context.layer?.close() }
        context.base?.endLease()
        // Balances the retain in `adopted`; the caller has a reference of its own.
        Unmanaged.passUnretained(self).release()
    }

    private func endScripts() {
        var own = takeScripts()
        // The end of the last owner does more than that.
        if !isKnownUniquelyReferenced(&own) { own?.collect() }
    }
}

/// The instances that existed when it was decided which of them are carried over.
struct JudgedInstances {
    private let instances: [Int: ObjectIdentifier]

    init(_ holdings: [Holding]) {
        instances = Dictionary(holdings.map { ($0.position, ObjectIdentifier($0.instance)) }, uniquingKeysWith: { $1 })
    }

    func contains(_ holding: Holding) -> Bool { instances[holding.position] == ObjectIdentifier(holding.instance) }
}
