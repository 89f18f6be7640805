/// Tells when files may have changed. It may be wrong: whoever waits looks at the files themselves.
package protocol FileEvents: AnyObject, Sendable {
    /// Follows these places from now on, and no others.
    func follow(_ places: Set<WatchedPlace>)
    /// Waits until something may have changed, at most so long; forever without a limit.
    func wait(atMost limit: Duration?) -> FileEvent
    /// Ends the wait of another thread, now and ever after.
    func cancel()
}

/// What ended a wait for files.
package enum FileEvent: Sendable {
    case changed
    /// The time is over, and nothing has changed.
    case quiet
    case cancelled
}

extension Duration {
    /// For system calls, which count in milliseconds.
    var milliseconds: Int32 {
        let (seconds, attoseconds) = components
        return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
