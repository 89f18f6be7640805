import Foundation
import MoonwireSupport

/// The loop of a watch's thread: wait for a change, let it settle, determine what really changed, and reload.
package struct Watcher: Sendable {
    private weak let container: Container?
    private let events: any FileEvents
    private let settling: Settling
    private let now: @Sendable () -> ContinuousClock.Instant
    private let reported = Lock<WatchObstacle?>(nil)

    /// Creates a watcher of the container's files.
    ///
    /// `settle` is the time for which files must rest after any change. If it is nil, the time
    /// depends on the change.
    package init(
        container: Container, events: any FileEvents, settle: Duration? = nil,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { Schedule.now }
    ) {
        self.container = container
        self.events = events
        settling = Settling(settle)
        self.now = now
    }

    /// Until the watch is cancelled, or the container has ended.
    package func run() {
        // Includes changes before the watch began.
        var event = FileEvent.changed
        var retry = Retry()
        while event != .cancelled {
            guard reloadChanges(event, &retry) else { return }
            event = wait(&retry)
        }
    }

    /// Follows the files from which the container was read.
    func follow() {
        if let container { follow(container.followedFiles) }
    }

    private func follow(_ files: [FileRecord]) {
        let obstacle = events.follow(files.reduce(into: []) { $0.formUnion(WatchedPath.paths(of: $1.path)) })
        let isNew = reported.withLock { reported in
            defer { reported = obstacle }
            return obstacle != reported
        }
        if isNew, let obstacle, let interval = events.interval {
            container?.diagnostics.report([.watchPolls(obstacle, every: interval)])
        }
    }

    /// Waits for an event, or until it is time to check or to retry.
    private func wait(_ retry: inout Retry) -> FileEvent {
        let refused = container?.waitForRefusedReload()
        retry.prepare(refused?.isTriedAgain == true ? refused?.cause : nil, at: now())
        let limits = [events.interval, retry.time.map { max(.zero, $0 - now()) }].compactMap { $0 }
        let event = events.wait(atMost: limits.min())
        return event == .quiet ? .changed : event
    }

    /// Reloads until the files equal those that were last read; false if there is nothing left to watch.
    private func reloadChanges(_ first: FileEvent, _ retry: inout Retry) -> Bool {
        var attempt = Attempt(event: first)
        var dropped = 0
        while true {
            guard let container, !container.hasEnded else { return false }
            let files = container.followedFiles + attempt.newcomers
            follow(files)
            var rested: FilesAtRest? = FilesAtRest(files)
            if !attempt.newcomers.isEmpty || container.followedFiles.contains(where: \.hasChanged) {
                retry = Retry()
                switch waitForRest(attempt.event, files, newcomers: attempt.newcomers) {
                case .cancelled: return false
                case .ended(let files): rested = files
                }
            } else if retry.isDue(at: now()), container.refusedReload?.isTriedAgain != false {
                retry.begin()
            } else {
                return true
            }
            attempt = reload(container, dropped < Self.mostAttempts ? rested : nil)
            dropped = attempt.isDropped ? dropped + 1 : 0
            if attempt.event == .cancelled { return false }
        }
    }

    /// After this number of attempts, files that keep changing are read as they are.
    private static let mostAttempts = 20

    /// The result of an attempt to reload.
    private struct Attempt {
        /// How the changes meanwhile must settle.
        var event: FileEvent
        /// Whether the read was discarded.
        var isDropped = false
        /// The files that were read, some of them possibly for the first time.
        var newcomers: [FileRecord] = []
    }

    /// Reloads, unless the files that are read differ from those that were at rest.
    ///
    /// If `rested` is nil, the files are read as they are.
    private func reload(_ container: Container, _ rested: FilesAtRest?) -> Attempt {
        var attempt = Attempt(event: .quiet)
        let isDisturbed = { (files: [FileRecord]) in
            guard let rested else { return false }
            attempt.event = events.wait(atMost: .zero)
            let isRead = attempt.event != .writing && attempt.event != .cancelled
            attempt.isDropped = !isRead || !rested.include(files)
            if isRead, attempt.isDropped {
                let others = rested.others(among: files)
                if attempt.event == .quiet, !others.isEmpty { attempt.event = untold(others) }
                attempt.newcomers = files
            }
            return attempt.isDropped
        }
        // The reload itself reports faults, and the next change may correct them.
        if let plan = try? container.reloadBlocking(by: .watch, isDisturbed: isDisturbed) {
            container.diagnostics.report([.reloaded(plan)])
        }
        if attempt.event == .quiet { attempt.event = .changed }
        return attempt
    }

    /// How to treat a change without an event: a system may show a change before it reports a writer.
    private func untold(_ files: [FileRecord]) -> FileEvent {
        events.interval != nil || isOpenForWriting(files) == false ? .changed : .writing
    }

    /// Whether a process has one of the files open for writing; nil if it cannot be determined, or if there are no files.
    private func isOpenForWriting(_ files: [FileRecord]) -> Bool? {
        var asked: Set<String> = []
        let answers = files.map(\.path).filter { asked.insert($0).inserted }.map(events.isOpenForWriting)
        if answers.contains(true) { return true }
        return answers.isEmpty || answers.contains(nil) ? nil : false
    }

    private enum Rest {
        case cancelled
        /// Nil if a file has been written for too long.
        case ended(FilesAtRest?)
    }

    /// Waits until the files are at rest.
    private func waitForRest(_ first: FileEvent, _ files: [FileRecord], newcomers: [FileRecord]) -> Rest {
        var course = settling.course(first, at: now(), interval: events.interval)
        // Only these: a program may keep another file open for writing permanently.
        func changed() -> [FileRecord] { newcomers + files.filter(\.mayHaveChanged) }
        while true {
            let resting = FilesAtRest(files)
            let told = events.wait(atMost: course.rest)
            if told == .cancelled { return .cancelled }
            var event = told
            var isWritten: Bool?
            if told == .quiet || events.interval != nil, !resting.isStill {
                event = untold(changed())
            } else if told == .quiet {
                isWritten = isOpenForWriting(changed())
                if let isWritten, isWritten != course.isWriting { event = isWritten ? .writing : .changed }
            }
            // The folders on the path may have been replaced.
            if event != .quiet, told != .writing { follow(files) }
            let gap = files.compactMap { $0.gap(isClosed: isWritten == false) }.max()
            if let isSettled = course.note(event, gap: gap, at: now()) {
                return .ended(isSettled ? resting : nil)
            }
        }
    }
}
