import MoonwireSupport

/// What the services of a generation take over from instances that were replaced.
final class Takeovers: Sendable {
    private struct State {
        /// By the positions of the services.
        var waiting: [Int: FormerInstance] = [:]
        var begun: [Int: FormerInstance] = [:]
        /// Until what the check has built has taken over what waits.
        var isCandidate = false
        /// Until the generation is in use: whether another one that is in use has an instance.
        var isInUse: (@Sendable (AnyObject) -> Bool)?
        /// Whether another generation has replaced this one; what waits there waits here as well, for builds in progress.
        var isClosed = false

        var count: Int { waiting.count + begun.count + (isCandidate ? 1 : 0) }
    }

    /// That of generations that have no instances to replace.
    static let none = Takeovers()

    private let state = Lock(State())
    private let count = Atomic<Int>(0)

    /// Whether the generation is being checked, or was refused.
    var isCandidate: Bool { !isEmpty && state.withLock { $0.isCandidate } }

    /// Whether the generation is not in use, and one that is has an instance.
    func isInUse(_ instance: AnyObject) -> Bool {
        !isEmpty && state.withLock { $0.isInUse }?(instance) == true
    }

    /// The generation is being checked from now on; `isInUse` tells whether one that is in use has an instance.
    func beginCheck(_ isInUse: @escaping @Sendable (AnyObject) -> Bool) {
        change { state in
            state.isCandidate = true
            state.isInUse = isInUse
        }
    }

    /// The generation is in use, and stops what it has.
    func noteAdoption() {
        if !isEmpty { change { $0.isInUse = nil } }
    }

    /// What the check has built has taken over what waits.
    func endCheck() { change { $0.isCandidate = false } }

    /// Whether there are none, and the generation is not being checked; checking costs next to nothing.
    ///
    /// In the same order as the slots of instances: who stores an instance sees what is added here, or the other way around.
    var isEmpty: Bool { count.load(ordering: .sequentiallyConsistent) == 0 }

    /// Adds what a service takes over; false if another generation has replaced this one.
    ///
    /// Of two, the one of the later generation counts.
    func add(_ former: FormerInstance, at position: Int) -> Bool {
        let (isAdded, older) = change { state -> (Bool, FormerInstance?) in
            if state.isClosed { return (false, nil) }
            let other = state.waiting[position]
            if let other, !other.isOver, other.generation > former.generation { return (true, former) }
            state.waiting[position] = former
            return (true, other === former ? nil : other)
        }
        older?.end()
        return isAdded
    }

    /// Nobody takes over what waits for the service any longer: it has another instance.
    func end(at position: Int) {
        if isEmpty { return }
        change { $0.waiting.removeValue(forKey: position) }?.end()
    }

    /// Whether a service takes something over.
    func contains(_ position: Int) -> Bool { !isEmpty && state.withLock { $0.waiting[position] != nil } }

    /// What a service takes over, if nothing else is doing so; ``settle(_:isDone:)`` ends that.
    func begin(_ position: Int) -> FormerInstance.Claim {
        change { state in
            guard let former = state.waiting[position] else { return .isOver }
            let claim = former.claim()
            switch claim {
            case .instance: state.begun[position] = former
            case .isTaken: break
            case .isOver: state.waiting[position] = nil
            }
            return claim
        }
    }

    /// Ends a takeover that was begun, if one was.
    func settle(_ position: Int, isDone: Bool) {
        let former = change { state in
            let former = state.begun.removeValue(forKey: position)
            if isDone, former === state.waiting[position] { state.waiting[position] = nil }
            return former
        }
        former?.settle(isDone: isDone)
    }

    /// What waits, for the generation that replaces this one.
    func close() -> [Int: FormerInstance] {
        change { state in
            state.isClosed = true
            return state.waiting.isEmpty ? [:] : state.waiting.filter { !$0.value.isOver }
        }
    }

    private func change<R>(_ body: (inout State) -> R) -> R {
        state.withLock { state in
            defer { count.store(state.count, ordering: .sequentiallyConsistent) }
            return body(&state)
        }
    }
}
