import MoonwireModel
import MoonwireSupport

extension Generation {
    /// An instance that was carried over, and its position here.
    struct CarriedOver {
        let position: Int
        let instance: AnyObject
    }

    /// Runs the setters and calls again on instances that were carried over.
    ///
    /// Each step runs, even if one before it has failed. Errors are reported: the reload has taken effect.
    func reapply(_ carriedOver: [CarriedOver]) {
        guard !carriedOver.isEmpty else { return }
        let carried = inBuildOrder(carriedOver)
        Resolution.current.using(self) {
            for one in carried where isCurrent(one) { reapply(plan.services[one.position], to: one.instance) }
        }
        moveBehindNeeds(carried.map(\.position))
    }

    /// The instances in the order in which new ones would be built: each after those that it needs.
    private func inBuildOrder(_ carried: [CarriedOver]) -> [CarriedOver] {
        let instances = Dictionary(uniqueKeysWithValues: carried.map { ($0.position, $0) })
        var ordered: [CarriedOver] = []
        var visited: Set<Int> = []
        // Every service is found before its needs, and left after them.
        var open = carried.reversed().map { (position: $0.position, isLeft: false) }
        while let (position, isLeft) = open.popLast() {
            if isLeft {
                if let one = instances[position] { ordered.append(one) }
            } else if visited.insert(position).inserted {
                open.append((position, true))
                let needs = wholePlan.graph.facts.dependencies[position].edges.filter(\.isBuiltFirst)
                open += needs.reversed().compactMap { edge in edge.target.map { ($0, false) } }
            }
        }
        return ordered
    }

    /// The application has not supplied another instance meanwhile.
    private func isCurrent(_ carried: CarriedOver) -> Bool {
        readyInstance(at: carried.position) === carried.instance
    }

    private func reapply(_ service: PlannedService, to instance: AnyObject) {
        var faults: [Diagnostic] = []
        for (number, step) in service.steps.enumerated() {
            do {
                // Instances that are kept are objects, which no call replaces.
                _ = try Resolution.current.building(service) { try run(step, number: number, on: instance, service) }
            } catch { faults.append(.reapplyFailed(service.definition, step: number, error)) }
        }
        instances.shared.note(service.index, isUnapplied: !faults.isEmpty)
        if !faults.isEmpty { report(faults) }
    }

    /// An instance is stopped before what it has only now, and those that use it before itself.
    private func moveBehindNeeds(_ positions: [Int]) {
        let dependencies = wholePlan.graph.facts.dependencies
        var dependents = Dependents(count: dependencies.count, links: dependencies.reduce(0) { $0 + $1.edges.count })
        for user in dependencies.indices {
            for need in directNeeds(of: user) { dependents.add(user, needing: need) }
        }
        for position in positions {
            var moved: Set<Int> = [position]
            dependents.spread(from: [position]) { dependent, _ in moved.insert(dependent).inserted }
            instances.shared.moveToEnd(moved)
        }
    }
}
