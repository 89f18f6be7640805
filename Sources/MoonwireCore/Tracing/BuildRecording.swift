import MoonwireSupport

/// Records what a container builds, from ``Container/recordBuilds()`` until ``finish()``.
public final class BuildRecording: BuildListener {
    private struct State {
        var events: [BuildTrace.Event] = []
        /// By thread, the builds in progress, outermost first.
        var open: [Int: [Int]] = [:]
        /// Threads in the order in which they appear.
        var threads: [Int: Int] = [:]
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

    /// The number of builds that were not recorded because of the limit.
    package var omitted: Int { state.withLock(\.omitted) }

    /// Records that this thread begins a build; returns the event's position.
    func begin(_ service: PlannedService, of generation: Generation, path: [String]) -> Int? {
        let (thread, start) = (thread.current, elapsed())
        return state.withLock { state in
            guard !state.isFinished else { return nil }
            guard state.events.count < limit else {
                state.omitted += 1
                return nil
            }
            let number = state.threads[thread] ?? state.threads.count + 1
            state.threads[thread] = number
            let position = state.events.count
            state.events.append(
                BuildTrace.Event(
                    id: service.id, path: path, parent: state.open[thread]?.last, start: start, thread: number,
                    generation: generation.context.number))
            state.open[thread, default: []].append(position)
            return position
        }
    }

    /// Records the end of this thread's innermost build.
    func end(_ position: Int?, error: String?) {
        guard let position else { return }
        let (thread, end) = (thread.current, elapsed())
        state.withLock { state in
            guard !state.isFinished else { return }
            state.open[thread]?.removeLast()
            state.events[position].duration = end - state.events[position].start
            state.events[position].error = error
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
