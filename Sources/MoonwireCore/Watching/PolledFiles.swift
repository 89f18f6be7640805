package import MoonwireSupport

/// Tells nothing, so that files are looked at again and again: for systems and folders that do not tell by themselves.
package final class PolledFiles: FileEvents {
    package let interval: Duration?
    private let interruption: Interruption
    private let obstacle: WatchObstacle?

    /// - Parameter obstacle: Why the system does not tell, unless the caller wants it so.
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
