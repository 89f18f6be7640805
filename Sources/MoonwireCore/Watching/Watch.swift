import MoonwireSupport

extension Container {
    /// Reloads a container when one of its files changes, until the watch is cancelled or released.
    ///
    /// ``Container/reloads()`` delivers the outcomes, and ``Container/diagnostics`` reports faults.
    public final class Watch: Sendable {
        private let events: any FileEvents

        package init(_ watcher: Watcher, _ events: any FileEvents) {
            self.events = events
            watcher.follow()
            // The thread drops the watcher at the end of `run`, and not only when the system ends the thread.
            let start = Lock<Watcher?>(watcher)
            Schedule.startThread { start.withLock { $0.take() }?.run() }
        }

        deinit { cancel() }

        /// Ends the watch; a reload in progress completes.
        public func cancel() { events.cancel() }
    }

    /// Follows the scripts' files and reloads when they change, for as long as the returned watch exists.
    ///
    /// ```swift
    /// let watch = try container.watch()   // edits to the scripts take effect from now on
    /// ```
    ///
    /// A file that is replaced by renaming another is read at once. A file that is written in place is read after its writer
    /// has closed it and some time has passed. If code of the application refuses a reload, the watch tries it again, at
    /// increasing intervals.
    ///
    /// - Parameters:
    ///   - settle: The time for which the files must not change before they are read. If it is nil, the time depends on the
    ///     kind of change.
    ///   - interval: The interval at which to check the files instead of waiting for notifications. If it is nil, files are
    ///     only checked at intervals where the system does not notify of changes.
    /// - Returns: The watch, which ends when it is released.
    /// - Throws: ``ContainerError`` if the container was not created from scripts.
    public func watch(settle: Duration? = nil, polling interval: Duration? = nil) throws -> Watch {
        try watch(settle: settle, polling: interval, now: { Schedule.now })
    }

    /// Follows the scripts' files by another clock, which determines when the watch stops waiting for a writer.
    package func watch(
        settle: Duration?, polling interval: Duration?, now: @escaping @Sendable () -> ContinuousClock.Instant
    ) throws -> Watch {
        guard !followedFiles.isEmpty else { throw ContainerError(.noSource()) }
        guard let events = Watch.events(polling: interval) else { throw ContainerError(.cannotWatch()) }
        return Watch(Watcher(container: self, events: events, settle: settle, now: now), events)
    }
}

extension Container.Watch {
    /// The changes of files on this system, which are looked for at an interval if there is one or the system reports none; nil if the
    /// process has no file descriptors left.
    static func events(polling interval: Duration?) -> (any FileEvents)? {
        #if os(Linux)
            if interval == nil, let notified = NotifiedFiles() { return notified }
            let obstacle: WatchObstacle? = interval == nil ? .noNotifications : nil
        #else
            let obstacle: WatchObstacle? = nil
        #endif
        return PolledFiles(every: interval ?? .milliseconds(500), because: obstacle)
    }
}
