import MoonwireModel
import MoonwireSupport

/// Where a container is between its creation and its end.
final class LifecycleState: Sendable {
    typealias Start = Task<Void, any Error>

    private enum Phase {
        case created
        /// `hasMore` states whether something has changed since that the start may have passed already.
        case starting(Start, hasMore: Bool)
        case started
        /// The end is in progress, or over.
        case ending(Task<[Diagnostic], Never>)
    }

    private let phase = Lock(Phase.created)
    private let check = Lock<Task<Void, any Error>?>(nil)
    let started = StartedInstances()
    let running = RunningInstances()
    /// Learns that a service ends the container.
    let serviceEnd = ServiceEnd()

    /// The start in progress.
    var currentStart: Start? { phase.withLock { if case .starting(let task, _) = $0 { task } else { nil } } }

    /// Whether a start has begun, so that what a reload rebuilds is started.
    var hasBegun: Bool {
        phase.withLock { phase in
            switch phase {
            case .starting, .started: true
            case .created, .ending: false
            }
        }
    }

    /// Whether the end has begun.
    var isEnding: Bool { phase.withLock { if case .ending = $0 { true } else { false } } }

    /// Records the check of a reload that is in progress, which the end cancels.
    func note(check task: Task<Void, any Error>?) {
        check.withLock { $0 = task }
        if isEnding { task?.cancel() }
    }

    /// Cancels the check of a reload.
    func cancelCheck() { check.withLock { $0 }?.cancel() }

    /// The start in progress, or else one that `make` begins; nil after the end.
    ///
    /// `make` receives whether it is the first one. The second value states whether this call has begun it.
    func starting(_ make: (_ isFirst: Bool) -> Start) -> (task: Start, isNew: Bool)? {
        phase.withLock { phase in
            switch phase {
            case .starting(let task, _): return (task, false)
            case .ending: return nil
            case .created, .started:
                let isFirst = if case .created = phase { true } else { false }
                let task = make(isFirst)
                phase = .starting(task, hasMore: false)
                return (task, true)
            }
        }
    }

    /// Begins another start, if the container has been started; a start in progress continues with what has changed.
    func startAgain(_ make: () -> Start) {
        phase.withLock { phase in
            switch phase {
            case .started: phase = .starting(make(), hasMore: false)
            case .starting(let task, _): phase = .starting(task, hasMore: true)
            case .created, .ending: break
            }
        }
    }

    /// Ends a start, unless there is more to do; returns whether it has ended.
    func endStart() -> Bool {
        phase.withLock { phase in
            guard case .starting(let task, let hasMore) = phase else { return true }
            phase = hasMore ? .starting(task, hasMore: false) : .started
            return !hasMore
        }
    }

    /// Ends a start that was cancelled; `make` begins another one if there is more to do, or if the start itself knows of more.
    func giveUpStart(owesMore: Bool, _ make: () -> Start) {
        phase.withLock { phase in
            guard case .starting(_, let hasMore) = phase else { return }
            phase = hasMore || owesMore ? .starting(make(), hasMore: false) : .started
        }
    }

    /// The end in progress, or else one that `make` begins; it receives a start in progress.
    ///
    /// The second value states whether this call has begun it.
    func ending(
        _ make: (Start?) -> Task<[Diagnostic], Never>
    ) -> (task: Task<[Diagnostic], Never>, isNew: Bool) {
        phase.withLock { phase in
            var start: Start?
            switch phase {
            case .ending(let task): return (task, false)
            case .starting(let task, _): start = task
            case .created, .started: break
            }
            let task = make(start)
            phase = .ending(task)
            return (task, true)
        }
    }
}

/// The instances that have been started, as long as they exist.
final class StartedInstances: Sendable {
    private struct Reference: @unchecked Sendable {  // The lock protects it; the instance is only compared.
        weak var instance: AnyObject?
    }

    private struct State {
        var references: [ServiceIdentity: Reference] = [:]
        /// The number of references at which those of released instances are removed.
        var mostReferences = 64
    }

    private let state = Lock(State())

    func note(_ instance: AnyObject, _ service: ServiceIdentity) {
        let kept = state.withLock { state -> [AnyObject] in
            state.references[service] = Reference(instance: instance)
            guard state.references.count > state.mostReferences else { return [] }
            // Released outside the lock: each may be the last reference.
            var kept: [AnyObject] = []
            state.references = state.references.filter { _, reference in
                guard let instance = reference.instance else { return false }
                kept.append(instance)
                return true
            }
            state.mostReferences = max(64, 2 * state.references.count)
            return kept
        }
        withExtendedLifetime(kept) {}
    }

    func forget(_ instance: AnyObject, _ service: ServiceIdentity) {
        state.withLock { state in
            if state.references[service]?.instance === instance { state.references[service] = nil }
        }
    }

    /// The number of references, including those to released instances.
    var count: Int { state.withLock { $0.references.count } }

    func contains(_ instance: AnyObject, _ service: ServiceIdentity) -> Bool {
        let started = state.withLock { $0.references[service]?.instance }
        return started === instance
    }
}
