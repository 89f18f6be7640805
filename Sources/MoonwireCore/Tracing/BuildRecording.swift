import MoonwireSupport

/// Records what a container builds, from ``Container/recordBuilds()`` until ``finish()``.
public final class BuildRecording: BuildListener {
    private struct State {
        var events: [BuildTrace.Event] = []
        var open = OpenSteps()
        var numbers = ThreadNumbers()
        var isFinished = false
        /// The number of builds beyond the limit.
        var omitted = 0
    }

    private let state = Lock(State())
    private let current: CurrentGeneration
    private let limit: Int
    private let thread = ThreadNumber()
    /// The time since the recording began.
    private let elapsed: @Sendable () -> Duration

    init(of current: CurrentGeneration, limit: Int, elapsed: @escaping @Sendable () -> Duration) {
        self.current = current
        self.limit = limit
        self.elapsed = elapsed
    }

    deinit {
        current.recordings.remove(self)
    }

    /// Ends the recording; a build that is still in progress has no duration.
    ///
    /// Later calls return the same trace.
    @discardableResult public func finish() -> BuildTrace {
        current.recordings.remove(self)
        return state.withLock { state in
            state.isFinished = true
            return BuildTrace(state.events)
        }
    }

    /// What has been recorded so far.
    package var events: [BuildTrace.Event] { state.copy { $0.events } }

    /// The number of builds that were not recorded because of the limit.
    package var omitted: Int { state.withLock(\.omitted) }

    func begin(_ step: RecordedStep) -> Int? {
        let thread = thread.current
        return state.withLock { state in
            guard !state.isFinished else { return nil }
            // Under the lock, so that the order of events is that of their times.
            let start = elapsed()
            guard state.events.count < limit else {
                state.omitted += 1
                return nil
            }
            let position = state.events.count
            let parent = state.open.begin(step, at: position, onThread: thread)
            let number = state.numbers.begin(
                step, at: position, onThread: thread, partOf: parent.map { ($0, state.events[$0].thread) })
            state.events.append(
                BuildTrace.Event(
                    step.isWait ? .wait : .build, id: step.service.id, path: step.path, parent: parent, start: start,
                    thread: number, isAsynchronous: step.isAsynchronous, generation: step.generation))
            return position
        }
    }

    func end(_ position: Int?, error: (any Error)?) {
        guard let position else { return }
        let thread = thread.current
        state.withLock { state in
            guard !state.isFinished else { return }
            state.open.end(position, onThread: thread)
            state.numbers.end(position, of: state.events[position].thread)
            state.events[position].duration = elapsed() - state.events[position].start
            state.events[position].error = error.map { $0 is CancellationError ? "cancelled" : "\($0)" }
        }
    }
}

extension Container {
    /// Records all builds from now on, on all threads, until the recording is finished or released.
    ///
    /// ```swift
    /// let recording = container.recordBuilds()
    /// let car = try container.resolve("car", as: Car.self)
    /// print(recording.finish().tree)
    /// ```
    public func recordBuilds() -> BuildRecording { recordBuilds(limit: .max) }

    /// Starts a recording with a limit on the number of builds; later ones are only counted.
    package func recordBuilds(limit: Int) -> BuildRecording {
        let clock = ContinuousClock()
        let start = clock.now
        return recordBuilds(limit: limit) { start.duration(to: clock.now) }
    }

    /// Starts a recording; `elapsed` returns the time since it began.
    package func recordBuilds(limit: Int = .max, elapsed: @escaping @Sendable () -> Duration) -> BuildRecording {
        let recording = BuildRecording(of: current, limit: limit, elapsed: elapsed)
        current.recordings.add(recording)
        return recording
    }
}
