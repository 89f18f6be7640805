import MoonwireSupport

/// Where the instances of a generation go on.
final class Handover: InstanceReceiver {
    private struct State {
        var diff: GenerationDiff
        /// By old position, whether the next generation has taken the instance over: it stops it.
        var isAdopted: [Bool]
    }

    let next: Generation
    private let former: Generation
    private let state: Lock<State>
    private let holdersOfFunctions: Set<Int>

    /// A circle until the former generation is over, and lets go of this.
    init(from former: Generation, to next: Generation, _ diff: GenerationDiff) {
        self.former = former
        self.next = next
        holdersOfFunctions = diff.holdersOfFunctions
        state = Lock(State(diff: diff, isAdopted: Array(repeating: false, count: diff.positions.count)))
    }

    /// By old position, whether the next generation has taken the instance over: it stops it.
    var adopted: [Bool] { state.withLock { $0.isAdopted } }

    /// Whether the next generation had taken the instance in an old place over; what comes there later, it has not.
    func withdraw(_ position: Int) -> Bool {
        state.withLock { state in
            defer { state.isAdopted[position] = false }
            return state.isAdopted[position]
        }
    }

    /// Whether what is known of a service has been judged as it is.
    func hasJudged(_ position: Int) -> Bool {
        let judged = state.withLock { $0.diff.seen[position]?.size ?? 0 }
        return former.dependencyLog.of(position)?.size ?? 0 == judged
    }

    /// Lets the next generation have the instances that go on, unless it has others there already.
    ///
    /// - Parameter known: The old positions of which the next generation must know what they have asked for: those of the
    ///   instances, and of what they were made of that nobody holds.
    /// - Parameter clearings: How often the next generation had cleared instances when these were judged.
    func pass(_ held: [Holding], _ known: some Sequence<Int>, judgedAt clearings: Int) {
        let positions = state.withLock { $0.diff.positions }
        let life = former.life.withLock { $0 }
        var left: [Int] = []
        var going: [Holding] = []
        for var holding in held {
            guard let position = positions[holding.position] else { continue }
            left.append(holding.position)
            if holding.provenance.life == nil, holdersOfFunctions.contains(holding.position) {
                holding.provenance.life = life
            }
            going.append(holding.moved(to: position))
        }
        next.dependencyLog.inherit(former.dependencyLog, of: known, positions)
        // Under one lock: who clears a place here finds it either adopted, or empty there. Who has replaced an instance here
        // meanwhile stops it.
        let (current, taken) = state.withLock { state in
            let current = zip(left, going).filter { former.heldInstance(at: $0) === $1.instance }
            let taken = next.adopt(current.map(\.1), judgedAt: clearings)
            for ((position, _), isTaken) in zip(current, taken) where isTaken { state.isAdopted[position] = true }
            return (current.map(\.1), taken)
        }
        let takenWeakly = next.adoptWeakly(current, judgedAt: clearings)
        next.passOn(current.indices.filter { taken[$0] || takenWeakly[$0] }.map { current[$0] })
    }

    /// What is found out about an instance, and about those that it needs.
    private struct Judgment {
        /// The old positions that were looked at. Each counts as current until the opposite is known, as an instance may have
        /// asked for one that needs it.
        var visited: Set<Int> = []
        /// The instances that move to the next generation together with this one, itself included.
        var going: [Holding] = []
    }

    /// Lets the next generation have an instance that was not there when the instances were judged, or of which more was
    /// seen since, if all that it has asked for is current there.
    func passIfCurrent(_ holding: Holding) {
        let clearings = next.clearings
        var judgment = Judgment()
        guard goesOn(holding, &judgment) else { return }
        // In the order in which they were made: the next generation stops the latest first, and has nothing without its needs.
        for one in judgment.going.sorted(by: { $0.provenance.number < $1.provenance.number }) {
            pass([one], judgment.visited, judgedAt: clearings)
            if isPassed(one) { continue }
            if one.position != holding.position { refuse(holding.position, .need(one.position)) }
            return
        }
    }

    private func refuse(_ position: Int, _ reason: GenerationDiff.Reason) {
        state.withLock { $0.diff.refuse(position, reason) }
    }

    /// Whether the next generation has this instance of the former one.
    private func isPassed(_ holding: Holding) -> Bool {
        let positions = state.withLock { $0.diff.positions }
        return positions[holding.position].map { next.heldInstance(at: $0) === holding.instance } ?? false
    }

    private func goesOn(_ holding: Holding, _ judgment: inout Judgment) -> Bool {
        judgment.visited.insert(holding.position)
        // Variables are read in here, which is code of the application: nothing is locked.
        let diff = state.withLock { $0.diff }
        guard let position = diff.positions[holding.position] else { return false }
        let own = former.clearings
        guard former.heldInstance(at: holding.position) === holding.instance else { return false }
        // What is kept whatever changes is not kept where the application has supplied another instance to wrap.
        let isBound = diff.isBound(holding.position) || next.wasCleared(position)
        if isBound, let reason = reason(against: holding.position, diff, &judgment) {
            refuse(holding.position, reason)
            return false
        }
        guard !former.wasCleared(holding.position, since: own) else { return false }
        judgment.going.append(holding)
        return true
    }

    private func reason(
        against position: Int, _ diff: GenerationDiff, _ judgment: inout Judgment
    ) -> GenerationDiff.Reason? {
        let seen = former.dependencyLog.of(position)
        if let seen {
            var comparison = diff.comparison(to: next.parameters.evaluator)
            if let reason = diff.reason(of: seen, &comparison) { return reason }
        }
        var needs: [Int] = []
        diff.visitNeeds(of: position, seen) { needs.append($0) }
        for need in needs where judgment.visited.insert(need).inserted {
            if !isCurrent(need, &judgment) { return .need(need) }
        }
        return nil
    }

    /// Whether a service is the same in the next generation: with the instance of it, or, before it is built, with what builds it.
    private func isCurrent(_ position: Int, _ judgment: inout Judgment) -> Bool {
        let diff = state.withLock { $0.diff }
        // What is kept under another id is wrapped by other decorators: who asks for the id gets those.
        guard let nextPosition = diff.positions[position], nextPosition == diff.counterparts[position] else {
            return false
        }
        guard let instance = former.heldInstance(at: position) else {
            return !diff.isBound(position) || reason(against: position, diff, &judgment) == nil
        }
        if next.heldInstance(at: nextPosition) == nil,
            let holding = former.holdings.first(where: { $0.position == position })
        {
            // Another thread built it just now, and is about to pass it on.
            return goesOn(holding, &judgment)
        }
        return next.heldInstance(at: nextPosition) === instance
    }
}
