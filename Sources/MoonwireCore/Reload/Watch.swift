import Foundation

/// Reloads a container whenever a file that it was read from changes; dropping or cancelling it ends that.
///
/// What comes of it arrives in ``Container/reloads`` and, when something is wrong, in ``Container/diagnostics``.
public final class Watch: Sendable {
    private let events: any FileEvents

    package init(_ container: Container, _ events: any FileEvents, settle: Duration) {
        self.events = events
        let watcher = Watcher(container: container, events: events, settle: settle)
        watcher.follow()
        Thread.detachNewThread { watcher.run() }
    }

    deinit { cancel() }

    /// Ends the watch; a reload under way goes on to its end.
    public func cancel() { events.cancel() }
}

extension Container {
    /// Follows the scripts' files and reloads when they change, for as long as somebody keeps what is returned.
    ///
    /// ```swift
    /// let watch = try container.watch()   // edits to the scripts take effect from now on
    /// ```
    ///
    /// - Parameters:
    ///   - settle: How long the files must rest before they are read: editors write in several steps.
    ///   - interval: How often to look at the files, where the system does not tell or must not be asked.
    /// - Throws: ``ContainerError`` when the container was not made from scripts.
    public func watch(settle: Duration = .milliseconds(100), polling interval: Duration? = nil) throws -> Watch {
        guard !followedFiles.isEmpty else { throw ContainerError(.noSource()) }
        guard let events = Self.events(interval) else { throw ContainerError(.cannotWatch()) }
        return Watch(self, events, settle: settle)
    }

    private static func events(_ interval: Duration?) -> (any FileEvents)? {
        #if os(Linux)
            if interval == nil, let notified = NotifiedFiles() { return notified }
        #endif
        return PolledFiles(every: interval ?? .milliseconds(500))
    }
}
