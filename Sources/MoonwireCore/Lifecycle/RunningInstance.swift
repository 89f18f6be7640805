import MoonwireModel
import MoonwireSupport

/// The `run` of an instance, from its first call until no other one follows.
final class RunningInstance: Sendable {
    /// What follows a run that has ended.
    enum Next {
        case nothing
        /// The instance stays in use.
        case ignored
        /// Another run, after a pause.
        case restart
        case endOfContainer(RunPolicy)
    }

    private struct State {
        var task: Task<Void, Never>?
        /// Whether the instance is ready for the services that depend on it.
        var isReady = false
        /// Whether the end of the run is expected.
        var isEnding = false
        var isPausing = false
        /// How the last run has ended, if no other one follows.
        var end: Result<Void, any Error>?
        /// The error of a run that was to end.
        var lateError: (any Error)?
        /// Called when there is an end.
        var whenEnded: (@Sendable () -> Void)?
    }

    private let state = Lock(State())

    /// Begins to run `body` in a task of its own.
    func begin(_ body: @escaping @Sendable () async -> Void) {
        state.withLock { $0.task = Task.detached(operation: body) }
    }

    /// How the last run has ended; nil while it is in progress, or another one follows.
    var end: Result<Void, any Error>? { state.withLock { $0.end } }

    /// The error of a run that was to end, which nobody has reported.
    var lateError: (any Error)? { state.withLock { $0.lateError } }

    /// Decides what follows a run that has ended with `end`.
    ///
    /// Nothing follows one that ends before the instance is ready: then its start has failed.
    func next(after end: Result<Void, any Error>, _ policy: RunPolicy) -> Next {
        let (next, tell) = state.withLock { state -> (Next, (@Sendable () -> Void)?) in
            if policy == .restart, !state.isEnding {
                state.isPausing = true
                return (.restart, nil)
            }
            state.end = end
            defer { state.whenEnded = nil }
            if state.isEnding, case .failure(let error) = end { state.lateError = error }
            if state.isEnding || !state.isReady { return (.nothing, state.whenEnded) }
            return (policy == .ignore ? .ignored : .endOfContainer(policy), state.whenEnded)
        }
        tell?()
        return next
    }

    /// Waits before another run; returns false if the instance was stopped meanwhile.
    func pause(for duration: Duration) async -> Bool {
        try? await Task.sleep(for: duration)
        return state.withLock { state in
            state.isPausing = false
            if state.isEnding { state.end = .success(()) }
            return !state.isEnding
        }
    }

    /// Calls `body` when the last run has ended, or at once if it has.
    func whenEnded(_ body: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if state.end == nil { state.whenEnded = body }
            return state.end != nil
        }
        if isOver { body() }
    }

    /// Other services use the instance from now on; returns false if its run has ended before.
    func noteReady() -> Bool {
        state.withLock { state in
            if state.end != nil { return false }
            state.isReady = true
            return true
        }
    }

    /// From now on, the end of the run is expected, and no other one follows.
    func expectEnd() {
        let pausing = state.withLock { state in
            state.isEnding = true
            return state.isPausing ? state.task : nil
        }
        pausing?.cancel()
    }

    /// Cancels the run, whose end is expected.
    func cancel() {
        expectEnd()
        state.withLock { $0.task }?.cancel()
    }

    /// Waits for the end of the last run, and cancels it if this task is cancelled.
    func awaitEnd() async {
        guard let task = state.withLock({ $0.task }) else { return }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}

/// The instances whose `run` is in progress.
final class RunningInstances: Sendable {
    /// An instance in the role of a service.
    private struct Key: Hashable {
        let service: ServiceIdentity
        // Its task keeps the instance alive, and a released instance is removed.
        let instance: ObjectIdentifier
    }

    private let running = Lock<[Key: RunningInstance]>([:])
    /// The runs of instances that a reload replaces, by the ids of their services, until they have ended.
    private let replaced = Lock<[String: [RunningInstance]]>([:])

    /// The run in progress of an instance, or a new one that `begin` begins.
    func run(
        _ instance: AnyObject, _ service: ServiceIdentity, _ begin: (RunningInstance) -> Void
    ) -> RunningInstance {
        let key = Key(service: service, instance: ObjectIdentifier(instance))
        return running.withLock { running in
            if let known = running[key], known.end == nil { return known }
            let new = RunningInstance()
            running[key] = new
            begin(new)
            return new
        }
    }

    func contains(_ instance: AnyObject, _ service: ServiceIdentity) -> Bool {
        running.withLock { $0[Key(service: service, instance: ObjectIdentifier(instance))] != nil }
    }

    /// From now on, the end of an instance's run is expected, and no other one follows.
    func expectEnd(of instance: ObjectIdentifier, _ service: ServiceIdentity) {
        running.withLock { $0[Key(service: service, instance: instance)] }?.expectEnd()
    }

    /// Removes the run of an instance that is released.
    func take(_ instance: AnyObject, _ service: ServiceIdentity) -> RunningInstance? {
        running.withLock { $0.removeValue(forKey: Key(service: service, instance: ObjectIdentifier(instance))) }
    }

    /// Records that a reload replaces an instance of the service with an id.
    func noteReplaced(_ instance: AnyObject, _ service: ServiceIdentity, id: String) {
        let key = Key(service: service, instance: ObjectIdentifier(instance))
        guard let former = running.withLock({ $0[key] }) else { return }
        replaced.withLock { $0[id, default: []].append(former) }
    }

    /// Whether a replaced instance of the service with an id still runs.
    func hasFormer(_ id: String) -> Bool {
        replaced.withLock { replaced in
            guard let formers = replaced[id] else { return false }
            let open = formers.filter { $0.end == nil }
            replaced[id] = open.isEmpty ? nil : open
            return !open.isEmpty
        }
    }

    /// Cancels all at once.
    func cancelAll() {
        let all = running.withLock { Array($0.values) }
        for running in all { running.cancel() }
    }
}
