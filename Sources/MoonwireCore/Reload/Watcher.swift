import Foundation

/// What the thread of a watch does: wait for a change, let it settle, see what really changed, and reload.
package struct Watcher: Sendable {
    private weak let container: Container?
    private let events: any FileEvents
    private let settling: Settling
    private let now: @Sendable () -> ContinuousClock.Instant
    private let reported = Lock<WatchObstacle?>(nil)

    /// - Parameter settle: How long files must rest, whatever happened to them; nil when that decides.
    package init(
        container: Container, events: any FileEvents, settle: Duration? = nil,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.container = container
        self.events = events
        settling = Settling(settle)
        self.now = now
    }

    /// Until the watch is cancelled or the container is gone.
    package func run() {
        // What was changed before the watch began counts too.
        var event = FileEvent.changed
        var retry = Retry()
        while event != .cancelled {
            guard reloadChanges(event, &retry) else { return }
            event = wait(&retry)
        }
    }

    func follow() {
        guard let container else { return }
        let places = container.followedFiles.reduce(into: Set()) { $0.formUnion(WatchedPlace.places(of: $1.path)) }
        let obstacle = events.follow(places)
        let isNew = reported.withLock { reported in
            defer { reported = obstacle }
            return obstacle != reported
        }
        if isNew, let obstacle, let interval = events.interval {
            container.diagnostics.report([.watchPolls(obstacle, every: interval)])
        }
    }

    /// Waits for something to happen, or until it is time to look or to try again.
    private func wait(_ retry: inout Retry) -> FileEvent {
        retry.prepare(container?.refusedReload, at: now())
        let limits = [events.interval, retry.time.map { max(.zero, $0 - now()) }].compactMap { $0 }
        let event = events.wait(atMost: limits.min())
        return event == .quiet ? .changed : event
    }

    /// Reloads until the files are what was read last; false when there is nothing to watch any more.
    private func reloadChanges(_ event: FileEvent, _ retry: inout Retry) -> Bool {
        var event = event
        while true {
            follow()
            guard let container else { return false }
            let hasChanged = container.followedFiles.contains(where: \.hasChanged)
            guard hasChanged || retry.isDue(at: now()) else { return true }
            var isSettled = true
            if hasChanged {
                retry = Retry()
                guard let rest = waitForRest(event) else { return false }
                isSettled = rest
            } else {
                retry.begin()
            }
            event = reload(container, isSettled: isSettled)
            if event == .cancelled { return false }
        }
    }

    /// Reloads, and gives how what happened next must settle.
    ///
    /// - Parameter isSettled: Whether nobody writes the files, so that they are not read if somebody begins to.
    private func reload(_ container: Container, isSettled: Bool) -> FileEvent {
        var event = FileEvent.quiet
        let isDisturbed = {
            guard isSettled else { return false }
            event = events.wait(atMost: .zero)
            return event == .writing || event == .cancelled
        }
        // What is wrong is reported by the reload itself, and the next change may mend it.
        if let plan = try? container.reload(isDisturbed: isDisturbed) {
            container.diagnostics.report([.reloaded(plan)])
        }
        return event == .quiet ? .changed : event
    }

    /// Waits until the files rest. False when somebody has been writing for too long, nil when the watch is cancelled.
    private func waitForRest(_ first: FileEvent) -> Bool? {
        var course = settling.course(first, at: now(), interval: events.interval)
        while true {
            let states = container?.followedFiles.map(\.way)
            let event = events.wait(atMost: course.rest)
            if event == .cancelled { return nil }
            // What is not told may show itself in the files.
            let isStill = events.interval == nil || states == container?.followedFiles.map(\.way)
            let isEmptied = container?.followedFiles.contains(where: \.isEmptied) ?? false
            if let isSettled = course.note(isStill ? event : .changed, isEmptied: isEmptied, at: now()) {
                return isSettled
            }
        }
    }
}
