package import MoonwireSupport

/// Waits for changes of files that no container reads.
package final class FilesWatch: Sendable {
    /// Long enough for the pauses of a program that writes several files.
    private static let rest = Duration.milliseconds(100)
    /// Files that do not come to rest are used as they are after this number of waits.
    private static let mostWaits = 50

    private let events: any FileEvents

    package init(_ events: any FileEvents) {
        self.events = events
    }

    /// Creates a watch of the files of this system; nil if the process has no file descriptors left.
    package convenience init?() {
        guard let events = Container.Watch.events(polling: nil) else { return nil }
        self.init(events)
    }

    /// Ends the current and every later wait.
    package func cancel() { events.cancel() }

    /// Waits until files have other contents than those that were read, and are at rest.
    ///
    /// - Returns: The paths of the files that have changed; nil if the watch was cancelled.
    package func change(of files: [FileRecord]) -> [String]? {
        while true {
            follow(files)
            while !files.contains(where: \.hasChanged) {
                if events.wait(atMost: events.interval) == .cancelled { return nil }
                // The folders on the path may have been replaced.
                follow(files)
            }
            guard waitForRest(files) else { return nil }
            let changed = files.filter(\.hasChanged).map(\.path)
            if !changed.isEmpty { return changed }
        }
    }

    private func follow(_ files: [FileRecord]) {
        // Where some cannot be followed, all are checked at an interval.
        _ = events.follow(files.reduce(into: []) { $0.formUnion(WatchedPath.paths(of: $1.path)) })
    }

    /// Returns false if the watch was cancelled.
    private func waitForRest(_ files: [FileRecord]) -> Bool {
        for _ in 1...Self.mostWaits {
            let resting = FilesAtRest(files)
            let event = events.wait(atMost: Self.rest)
            if event == .cancelled { return false }
            if event == .quiet, resting.isStill { return true }
        }
        return true
    }
}
