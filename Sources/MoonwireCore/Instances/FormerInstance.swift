import MoonwireSupport

/// A replaced instance whose state its replacement takes over.
final class FormerInstance: Sendable {
    /// What a new instance finds when it is about to take over the state.
    enum Claim {
        case instance(AnyObject)
        /// Another one is taking it over.
        case isTaken
        /// Another one has taken it over, or nobody does any longer.
        case isOver
    }

    private enum Phase {
        case waiting
        /// A new instance is taking the state over; whether the former one is to be stopped even if that fails.
        case claimed(isUnwanted: Bool)
        case over
    }

    private struct State: @unchecked Sendable {  // The lock protects it.
        /// Nil once it is over.
        var instance: AnyObject?
        var phase = Phase.waiting
    }

    let identity: ObjectIdentifier
    /// The number of the generation that a reload has replaced.
    let generation: Int
    /// Whether a new instance of its type takes over without a word in the definition.
    let isReceiver: Bool
    private let state: Lock<State>

    init(_ instance: AnyObject, of generation: Int, isReceiver: Bool) {
        identity = ObjectIdentifier(instance)
        self.generation = generation
        self.isReceiver = isReceiver
        state = Lock(State(instance: instance))
    }

    /// Whether the instance may be stopped.
    var isOver: Bool { state.withLock { if case .over = $0.phase { true } else { false } } }

    /// Begins to take the state over; ``settle(isDone:)`` ends that.
    func claim() -> Claim {
        state.withLock { state in
            switch (state.phase, state.instance) {
            case (.waiting, let instance?):
                state.phase = .claimed(isUnwanted: false)
                return .instance(instance)
            case (.claimed, _): return .isTaken
            default: return .isOver
            }
        }
    }

    /// Ends a claim; unless the state was taken over, another instance can do so.
    func settle(isDone: Bool) {
        release { phase in
            guard case .claimed(let isUnwanted) = phase else { return false }
            if !isDone, !isUnwanted { phase = .waiting }
            return isDone || isUnwanted
        }
    }

    /// Nobody takes the state over from now on; returns false if somebody is doing so.
    @discardableResult func end() -> Bool {
        release { phase in
            guard case .claimed = phase else { return true }
            phase = .claimed(isUnwanted: true)
            return false
        }
    }

    /// Whether `isOver` says that it is over; the instance is then released outside the lock.
    @discardableResult private func release(_ isOver: (inout Phase) -> Bool) -> Bool {
        let (ends, instance) = state.withLock { state -> (Bool, AnyObject?) in
            guard isOver(&state.phase) else { return (false, nil) }
            state.phase = .over
            return (true, state.instance.take())
        }
        withExtendedLifetime(instance) {}
        return ends
    }
}
