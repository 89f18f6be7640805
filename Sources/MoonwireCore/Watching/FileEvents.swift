package import MoonwireSupport

/// Reports when files may have changed.
///
/// It may be wrong: the caller checks the files themselves.
package protocol FileEvents: AnyObject, Sendable {
    /// The interval for checking the files, because events may be missing; nil if every change is reported.
    var interval: Duration? { get }
    /// Follows these paths from now on, and no others.
    ///
    /// - Returns: Why some of them cannot be followed, if so.
    func follow(_ paths: Set<WatchedPath>) -> WatchObstacle?
    /// Waits until something may have changed, or until the time limit, if any.
    func wait(atMost limit: Duration?) -> FileEvent
    /// Whether a process has a file open for writing; nil if it cannot be determined.
    func isOpenForWriting(_ path: String) -> Bool?
    /// Ends the current and every later wait.
    func cancel()
}

extension FileEvents {
    package func isOpenForWriting(_ path: String) -> Bool? { nil }
}

/// The reason why a wait for files ended.
package enum FileEvent: Sendable {
    /// Something may have changed.
    case changed
    /// Names of files were created, replaced, or removed; no file was written.
    case replaced
    /// A file is being written and has not been closed.
    case writing
    /// The time limit is over, and nothing has changed.
    case quiet
    case cancelled
}
