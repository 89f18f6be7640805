import MoonwireSupport

/// Passes the builds of a container on to an observer.
final class ObservedBuilds<Observer: ContainerObserver>: BuildListener {
    private struct Open {
        let build: ObservedBuild
        let span: Observer.Span
        let start: ContinuousClock.Instant
    }

    private struct State {
        var steps = OpenSteps()
        var open: [Int: Open] = [:]
        var last = 0
    }

    private let observer: Observer
    private let state = Lock(State())
    private let thread = ThreadNumber()

    init(_ observer: Observer) {
        self.observer = observer
    }

    func begin(_ step: RecordedStep) -> Int? {
        let thread = thread.current
        let (position, outer) = state.withLock { state in
            state.last += 1
            let outer = state.steps.begin(step, at: state.last, onThread: thread)
            return (state.last, outer.flatMap { state.open[$0]?.span })
        }
        let build = ObservedBuild(step)
        // Without the lock: the observer runs code of the application.
        let span = observer.buildBegan(build, within: outer)
        state.withLock { $0.open[position] = Open(build: build, span: span, start: .now) }
        return position
    }

    func end(_ position: Int?, error: (any Error)?) {
        guard let position else { return }
        let thread = thread.current
        let open = state.withLock { state in
            state.steps.end(position, onThread: thread)
            return state.open.removeValue(forKey: position)
        }
        guard let open else { return }
        observer.buildEnded(open.build, open.span, after: .now - open.start, error: error)
    }
}
