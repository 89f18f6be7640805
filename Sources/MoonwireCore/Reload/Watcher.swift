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

    /// - Parameter newcomers: Files that the last attempt read, and the container does not follow yet.
    func follow(_ newcomers: [FileRecord] = []) {
        guard let container else { return }
        let files = container.followedFiles + newcomers
        let obstacle = events.follow(files.reduce(into: []) { $0.formUnion(WatchedPlace.places(of: $1.path)) })
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
    private func reloadChanges(_ first: FileEvent, _ retry: inout Retry) -> Bool {
        var attempt = Attempt(event: first)
        var dropped = 0
        while true {
            follow(attempt.newcomers)
            guard let container else { return false }
            let files = container.followedFiles + attempt.newcomers
            var rested: FilesAtRest? = FilesAtRest(files)
            if !attempt.newcomers.isEmpty || container.followedFiles.contains(where: \.hasChanged) {
                retry = Retry()
                switch waitForRest(attempt.event, files) {
                case .cancelled: return false
                case .ended(let files): rested = files
                }
            } else if retry.isDue(at: now()) {
                retry.begin()
            } else {
                return true
            }
            attempt = reload(container, dropped < Self.mostAttempts ? rested : nil)
            dropped = attempt.isDropped ? dropped + 1 : 0
            if attempt.event == .cancelled { return false }
        }
    }

    /// Files that change during so many attempts to read them are read as they are.
    private static let mostAttempts = 20

    /// What an attempt to reload leaves behind.
    private struct Attempt {
        /// How what happened meanwhile must settle.
        var event: FileEvent
        /// Whether what was read was dropped again.
        var isDropped = false
        /// The files of which it consisted, some of which may have been read for the first time.
        var newcomers: [FileRecord] = []
    }

    /// Reloads, unless the files that are read are others than those that rested.
    ///
    /// - Parameter rested: Nil to read the files as they are.
    private func reload(_ container: Container, _ rested: FilesAtRest?) -> Attempt {
        var attempt = Attempt(event: .quiet)
        let isDisturbed = { (files: [FileRecord]) in
            guard let rested else { return false }
            attempt.event = events.wait(atMost: .zero)
            let isRead = attempt.event != .writing && attempt.event != .cancelled
            attempt.isDropped = !isRead || !rested.include(files)
            if isRead, attempt.isDropped {
                if attempt.event == .quiet, rested.differ(from: files) { attempt.event = untold }
                attempt.newcomers = files
            }
            return attempt.isDropped
        }
        // What is wrong is reported by the reload itself, and the next change may mend it.
        if let plan = try? container.reload(isDisturbed: isDisturbed) {
            container.diagnostics.report([.reloaded(plan)])
        }
        if attempt.event == .quiet { attempt.event = .changed }
        return attempt
    }

    /// What a change means of which nothing has been told: a system may show that somebody writes before it tells so.
    private var untold: FileEvent { events.interval == nil ? .writing : .changed }

    private enum Rest {
        case cancelled
        /// Nil when somebody has been writing for too long.
        case ended(FilesAtRest?)
    }

    /// Waits until the files rest.
    private func waitForRest(_ first: FileEvent, _ files: [FileRecord]) -> Rest {
        var course = settling.course(first, at: now(), interval: events.interval)
        while true {
            let resting = FilesAtRest(files)
            var event = events.wait(atMost: course.rest)
            if event == .cancelled { return .cancelled }
            if event == .quiet || events.interval != nil, !resting.isStill { event = untold }
            if let isSettled = course.note(event, gap: files.compactMap(\.gap).max(), at: now()) {
                return .ended(isSettled ? resting : nil)
            }
        }
    }
}
