/// A reload whose generation exists, and is checked before it takes effect.
struct PreparedReload: @unchecked Sendable {  // One task or thread after the other uses it.
    let plan: ReloadPlan
    /// The next generation, which this value leases.
    let next: Generation
    /// The current one, which this value leases.
    let old: Generation
    private var candidate: CandidateGeneration
    /// The instances that the current generation has lent to the next one.
    private let lent: [Holding]

    /// `next` has been opened.
    init(_ candidate: CandidateGeneration, _ plan: ReloadPlan, _ next: Generation, after old: Generation) {
        self.candidate = candidate
        self.plan = plan
        self.next = next
        self.old = old
        next.instances.takeovers.beginCheck(Self.isInUse(besides: next, or: old))
        old.context.current.wrappers?.beginCheck(of: next)
        lent = candidate.lend(to: next)
    }

    /// Determines whether an instance belongs to the current generation or to the former one; it keeps neither alive, because a build
    /// that ignores its cancellation may end long after the check.
    private static func isInUse(besides next: Generation, or old: Generation) -> @Sendable (AnyObject) -> Bool {
        let (number, current, former) = (next.context.number, old.context.current, old.reference)
        return { instance in
            [current.lease(), former.lease()].compactMap(\.self).reduce(false) { isInUse, generation in
                defer { generation.endLease() }
                return isInUse || generation.context.number != number && generation.isHeld(instance)
            }
        }
    }

    /// The reload cannot take effect, because the current generation is another one, or has other instances.
    struct Overtaken: Error {}

    /// Makes the next generation the current one of its container.
    ///
    /// Throws ``Overtaken`` if what was checked is no longer what would be adopted.
    mutating func adopt(in container: Container, _ trial: ReloadTrial) throws {
        let built = trial.built
        let (candidate, lent, old) = (candidate, lent, old)
        let passed = try container.adopt(next, from: &self.candidate, for: old) {
            guard container.current.isCurrent(old), candidate.isCurrent(lent) else { throw Overtaken() }
        } adopting: {
            container.noteAdoption(of: $0, after: old)
        }
        // Before anything that takes time: a run may end now.
        trial.noteAdoption()
        container.complete(passed, self.candidate, next, for: old, built: built)
        // What has been replaced meanwhile, because it has expired, waits until it is not held here.
        for position in candidate.newPositions(ofExpiring: lent) { next.forgetExpired(at: position) }
        // What waits for the services that were built is kept until now.
        next.instances.takeovers.endCheck()
        old.endLease()
    }

    /// Stops what was built in the next generation, latest first; returns the ids of these services.
    ///
    /// Nothing is stopped yet if something uses the generation that ignores its cancellation.
    func discard() async -> [String] {
        let own = next.instances.shared.holdings.filter { $0.provenance.source == .build }
        let stopped = own.filter {
            let service = next.plan.services[$0.position]
            return service.isStopped || service.definition.lifecycle.run != nil
        }
        // The end of the generation gives up its scripts.
        let scripts = next.scripts?.identity
        await next.endLease()?.value
        old.context.current.wrappers?.discard(scripts)
        old.endLease()
        return next.reference.isOver ? stopped.reversed().map { next.plan.services[$0.position].id } : []
    }
}
