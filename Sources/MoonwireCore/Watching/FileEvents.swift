package import MoonwireSupport

/// Tells when files may have changed. It may be wrong: whoever waits looks at the files themselves.
package protocol FileEvents: AnyObject, Sendable {
    /// How often the files must be looked at, as events may be missing; nil when every change is told.
    var interval: Duration? { get }
    /// Follows these places from now on, and no others.
    ///
    /// - Returns: Why some of them cannot be followed, if so.
    func follow(_ paths: Set<WatchedPath>) -> WatchObstacle?
    /// Waits until something may have changed, at most so long; forever without a limit.
    func wait(atMost limit: Duration?) -> FileEvent
    /// Whether somebody has a file open for writing; nil when nothing tells.
    func isOpenForWriting(_ path: String) -> Bool?
    /// Ends the wait of another thread, now and ever after.
    func cancel()
}

extension FileEvents {
    package func isOpenForWriting(_ path: String) -> Bool? { nil }
}

/// What ended a wait for files.
package enum FileEvent: Sendable {
    /// Something may have changed, in whichever way.
    case changed
    /// Names were given to other files or taken from them; nobody wrote a file.
    case replaced
    /// Somebody is writing a file, and has not closed it.
    case writing
    /// The time is over, and nothing has changed.
    case quiet
    case cancelled
}
