package import MoonwireSupport

/// Reports nothing, so that files are checked at an interval: for systems and folders without notifications.
package final class PolledFiles: FileEvents {
    package let interval: Duration?
    private let interruption: Interruption
    private let obstacle: WatchObstacle?

    /// Creates events that check the files at each interval; nil if the interval is not positive.
    ///
    /// `obstacle` is the reason why there are no notifications; nil if the caller chose this.
    package init?(every interval: Duration, because obstacle: WatchObstacle? = nil) {
        guard let interruption = Interruption() else { return nil }
        self.interval = interval
        self.interruption = interruption
        self.obstacle = obstacle
    }

    package func follow(_ paths: Set<WatchedPath>) -> WatchObstacle? { obstacle }

    package func wait(atMost limit: Duration?) -> FileEvent { interruption.wait(for: nil, atMost: limit) }

    package func cancel() { interruption.interrupt() }
}
