import MoonwireSupport

/// The destination of a generation's instances.
final class Handover: InstanceReceiver {
    private struct State {
        var diff: GenerationDiff
        /// By old position, whether the next generation has adopted the instance: it stops it.
        var isAdopted: [Bool]
        /// By old position: the instances whose states the next generation takes over.
        var formers: [Int: FormerInstance] = [:]
    }

    let next: Generation
    private let former: Generation
    private let state: Lock<State>
    private let holdersOfFunctions: Set<Int>

    /// A reference cycle until the former generation is over and releases this object.
    init(from former: Generation, to next: Generation, _ diff: GenerationDiff) {
        self.former = former
        self.next = next
        holdersOfFunctions = diff.holdersOfFunctions
        state = Lock(State(diff: diff, isAdopted: Array(repeating: false, count: diff.positions.count)))
    }

    /// By old position, whether the next generation has taken the instance over: it stops it.
    var adopted: [Bool] { state.withLock { $0.isAdopted } }

    var formers: [Int: FormerInstance] { state.withLock { $0.formers } }

    /// Whether the next generation had adopted the instance at an old position; it has not adopted a later one.
    func withdraw(_ position: Int) -> Bool {
        state.withLock { state in
            defer { state.isAdopted[position] = false }
            return state.isAdopted[position]
        }
    }

    /// Whether the known dependencies of a service have been judged.
    func hasJudged(_ position: Int) -> Bool {
        let judged = state.withLock { $0.diff.runtime.seen[position]?.size ?? 0 }
        return former.instances.dependencyLog.of(position)?.size ?? 0 == judged
    }

    /// Lets another generation adopt instances that the next one has not adopted, unless the state of one was taken over.
    func give(_ positions: [Int], adopt: () -> Bool) {
        state.withLock { state in
            if positions.contains(where: { state.isAdopted[$0] }) { return }
            var claimed: [FormerInstance] = []
            for former in positions.compactMap({ state.formers[$0] }) {
                guard case .instance = former.claim() else {
                    for other in claimed { other.settle(isDone: false) }
                    return
                }
                claimed.append(former)
            }
            let areTaken = adopt()
            for former in claimed { former.settle(isDone: areTaken) }
            guard areTaken else { return }
            for position in positions {
                state.isAdopted[position] = true
                state.formers[position] = nil
            }
        }
    }

    /// Passes the instances that are carried over to the next generation, unless it has others there already; returns what it has
    /// adopted.
    ///
    /// - Parameters:
    /// - known: The old positions whose runtime dependencies the next generation needs: those of the instances, and of their
    /// dependencies that no other object holds.
    /// - areOne: Whether none is passed on unless all are.
    /// - clearings: The number of slots that the next generation had cleared when these were judged.
    func pass(
        _ held: [Holding], _ known: some Sequence<Int>, areOne: Bool = false, judgedAt clearings: Int
    ) -> [Holding] {
        let positions = state.withLock { $0.diff.positions }
        let life = former.scripts
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
        next.instances.dependencyLog.inherit(former.instances.dependencyLog.all, of: known, positions)
        // Under one lock: a thread that clears a position here finds the instance either adopted, or missing there. A thread that
        // has replaced an instance here meanwhile stops it.
        let (current, taken) = state.withLock { state in
            var claimed: [Int: FormerInstance] = [:]
            let current = zip(left, going).filter { position, holding in
                guard former.heldInstance(at: position) === holding.instance else { return false }
                switch state.formers[position]?.claim() {
                case .instance: claimed[position] = state.formers[position]
                // An instance whose state is being taken over is replaced.
                case .isTaken: return false
                case .isOver, nil: break
                }
                return true
            }
            let taken =
                areOne && current.count < held.count
                ? Array(repeating: false, count: current.count)
                : next.instances.adopt(current.map(\.1), areOne: areOne, judgedAt: clearings)
            for ((position, _), isTaken) in zip(current, taken) {
                claimed[position]?.settle(isDone: isTaken)
                if !isTaken { continue }
                state.isAdopted[position] = true
                state.formers[position] = nil
            }
            return (current.map(\.1), taken)
        }
        if !next.instances.takeovers.isEmpty {
            for index in current.indices where taken[index] {
                next.instances.takeovers.end(at: current[index].position)
            }
        }
        let takenWeakly = next.instances.adoptWeakly(current, judgedAt: clearings)
        return current.indices.filter { taken[$0] || takenWeakly[$0] }.map { current[$0] }
    }

    /// The verdict on an instance and its dependencies.
    private struct Judgment {
        /// The visited old positions.
        ///
        /// Each counts as current until the opposite is known, because dependencies may be cyclic.
        var visited: Set<Int> = []
        /// The instances that are passed on together with this one, including itself.
        var going: [Holding] = []
    }

    /// Passes on an instance that did not exist when the instances were judged, or that has new runtime dependencies, if all of
    /// them are current there; returns what the next generation has adopted.
    func passIfCurrent(_ holding: Holding) -> [Holding] {
        let clearings = next.instances.clearings
        var judgment = Judgment()
        guard goesOn(holding, &judgment) else {
            noteFormer(holding)
            return []
        }
        var passed: [Holding] = []
        // In the order of construction: the next generation stops the latest first, and has no instance without its dependencies.
        for unit in former.units(of: judgment.going.sorted { $0.provenance.number < $1.provenance.number }) {
            passed += pass(unit, judgment.visited, areOne: true, judgedAt: clearings)
            let left = unit.filter { !isPassed($0) }
            if left.isEmpty { continue }
            for one in left {
                noteFormer(one)
                if one.position != holding.position { refuse(holding.position, .need(one.position)) }
            }
            break
        }
        return passed
    }

    /// Records the instances that are not carried over, or perhaps not, and whose states the next generation takes over; and what
    /// this one has not taken over itself.
    func noteFormers(among held: [Holding]) {
        let adopted = adopted
        for (position, former) in former.instances.takeovers.close() {
            guard let new = destination(of: former, at: position) else {
                former.end()
                continue
            }
            next.takeOver(former, at: new)
        }
        for index in held.indices where !adopted[held[index].position] { noteFormer(held[index]) }
    }

    private func noteFormer(_ holding: Holding) {
        let isReceiver = holding.instance is any StateReceiver
        guard holding.provenance.source != .application, !holding.isWeak else { return }
        let noted = state.withLock { state -> (former: FormerInstance, position: Int)? in
            guard !state.isAdopted[holding.position], state.formers[holding.position] == nil,
                let position = state.diff.destination(of: holding.position)
            else { return nil }
            guard state.diff.takesOver(position, isReceiver: isReceiver) else { return nil }
            let former = FormerInstance(
                holding.instance, of: self.former.context.number, isReceiver: isReceiver)
            state.formers[holding.position] = former
            return (former, position)
        }
        if let (former, position) = noted { next.takeOver(former, at: position) }
    }

    func destination(of former: FormerInstance, at position: Int) -> Int? {
        let diff = state.withLock { $0.diff }
        guard let new = diff.destination(of: position), diff.takesOver(new, isReceiver: former.isReceiver) else {
            return nil
        }
        return new
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
        // Reads variables, which may run application code: no lock is held.
        let diff = state.withLock { $0.diff }
        guard let position = diff.positions[holding.position] else { return false }
        // The others whose setters and calls run again have been told apart already.
        if diff.reapplied.contains(holding.position) {
            refuse(holding.position, .changed)
            return false
        }
        let own = former.instances.clearings
        guard former.heldInstance(at: holding.position) === holding.instance else { return false }
        // A service that is always kept is not kept if the application has supplied another instance to wrap.
        let isBound = diff.isBound(holding.position) || next.instances.wasCleared(position)
        if isBound, let reason = reason(against: holding.position, diff, &judgment) {
            refuse(holding.position, reason)
            return false
        }
        guard !former.instances.wasCleared(holding.position, since: own) else { return false }
        judgment.going.append(holding)
        return true
    }

    private func reason(
        against position: Int, _ diff: GenerationDiff, _ judgment: inout Judgment
    ) -> GenerationDiff.Reason? {
        let seen = former.instances.dependencyLog.of(position)
        if let seen {
            var comparison = diff.comparison(to: next.parameters.evaluator)
            if let reason = diff.runtime.reason(of: seen, at: position, &comparison) { return reason }
        }
        var needs: [Int] = []
        diff.visitNeeds(of: position, seen) { needs.append($0) }
        for need in needs where judgment.visited.insert(need).inserted {
            if !isCurrent(need, &judgment) { return .need(need) }
        }
        return nil
    }

    /// Whether a service is the same in the next generation: with its instance or, before it is built, with its construction.
    private func isCurrent(_ position: Int, _ judgment: inout Judgment) -> Bool {
        let diff = state.withLock { $0.diff }
        // A service that is kept under another id now has other decorators: its id resolves those.
        guard let nextPosition = diff.positions[position], nextPosition == diff.mapping.counterparts[position] else {
            return false
        }
        guard let instance = former.heldInstance(at: position) else {
            return !diff.isBound(position) || reason(against: position, diff, &judgment) == nil
        }
        if next.heldInstance(at: nextPosition) == nil,
            let holding = former.instances.holdings.first(where: { $0.position == position })
        {
            // Another thread just built it, and is about to pass it on.
            return goesOn(holding, &judgment)
        }
        return next.heldInstance(at: nextPosition) === instance
    }
}
