import MoonwireSupport

/// What the services of a generation take over from instances that were replaced.
final class Takeovers: Sendable {
    private struct State {
        /// By the positions of the services.
        var waiting: [Int: FormerInstance] = [:]
        var begun: [Int: FormerInstance] = [:]
        /// While the generation is being checked: whether the one in use has an instance.
        var isInUse: (@Sendable (AnyObject) -> Bool)?
        /// Whether another generation has replaced this one; what waits there waits here as well, for builds in progress.
        var isClosed = false

        var count: Int { waiting.count + begun.count + (isInUse == nil ? 0 : 1) }
    }

    /// That of generations that have no instances to replace.
    static let none = Takeovers()

    private let state = Lock(State())
    private let count = Atomic<Int>(0)

    /// Whether the generation is being checked, and has not replaced the one in use.
    var isCandidate: Bool { !isEmpty && state.withLock { $0.isInUse != nil } }

    /// Whether the generation is being checked, and the one in use has an instance.
    func isInUse(_ instance: AnyObject) -> Bool {
        !isEmpty && state.withLock { $0.isInUse }?(instance) == true
    }

    /// The generation is being checked from now on; `isInUse` tells whether the one in use has an instance.
    func beginCheck(_ isInUse: @escaping @Sendable (AnyObject) -> Bool) { change { $0.isInUse = isInUse } }

    /// The check has ended.
    func endCheck() {
        // It may be the last owner of a generation, and is released outside the lock.
        let isInUse = change { $0.isInUse.take() }
        withExtendedLifetime(isInUse) {}
    }

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
