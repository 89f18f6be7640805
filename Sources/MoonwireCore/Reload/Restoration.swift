import MoonwireModel
import MoonwireSupport

/// The instances of an earlier generation, still in use, that a rollback to its wiring uses again.
struct Restoration {
    /// The caller leases it.
    let former: Generation
    /// From that generation to the one that the rollback creates.
    let diff: GenerationDiff

    /// The identities of the services whose instances may return, by their new positions.
    ///
    /// What was started with them is not started again.
    var identities: [Int: ServiceIdentity] {
        let returning = former.instances.shared.holdings.compactMap { holding -> (Int, ServiceIdentity)? in
            destination(of: holding).map { ($0, former.instances.identities[holding.position]) }
        }
        return Dictionary(returning) { $1 }
    }

    /// Passes the instances that have not been stopped, in the order of their construction.
    ///
    /// Called before the next generation is in use, and after it has what it takes over from the current one.
    func pass(to next: Generation) {
        guard let handover = former.handover as? Handover else { return }
        for unit in former.units(of: former.instances.shared.holdings.filter { $0.provenance.source == .build }) {
            guard let moved = moved(unit, to: next) else { continue }
            let positions = unit.map(\.position)
            handover.give(positions) {
                next.instances.adopt(moved, areOne: true, judgedAt: next.instances.clearings).allSatisfy(\.self)
            }
            next.instances.dependencyLog.inherit(former.instances.dependencyLog.all, of: positions, diff.positions)
        }
    }

    /// The instances with their new positions; nil unless all of them may return.
    private func moved(_ unit: [Holding], to next: Generation) -> [Holding]? {
        let positions = Set(unit.map(\.position))
        let moved = unit.compactMap { holding -> Holding? in
            guard let position = destination(of: holding), next.heldInstance(at: position) == nil,
                hasItsNeeds(holding.position, besides: positions, in: next)
            else { return nil }
            var moved = holding.moved(to: position)
            if moved.provenance.life == nil { moved.provenance.life = former.scripts }
            return moved
        }
        return moved.count == unit.count ? moved : nil
    }

    /// The new position of an instance that may return: one that runs has been told to end, and one with other values is built again.
    private func destination(of holding: Holding) -> Int? {
        let definition = former.plan.services[holding.position].definition
        guard holding.provenance.source == .build, definition.lifecycle.run == nil,
            !diff.reapplied.contains(holding.position), !diff.unapplied.contains(holding.position)
        else { return nil }
        return diff.positions[holding.position]
    }

    /// Whether everything that an instance holds is the same there; `others` return together with it.
    private func hasItsNeeds(_ position: Int, besides others: Set<Int>, in next: Generation) -> Bool {
        var hasAll = true
        diff.visitNeeds(of: position, former.instances.dependencyLog.of(position)) { need in
            guard !others.contains(need), let held = former.heldInstance(at: need) else { return }
            let new = diff.positions[need].flatMap { next.heldInstance(at: $0) }
            if new !== held { hasAll = false }
        }
        return hasAll
    }
}
