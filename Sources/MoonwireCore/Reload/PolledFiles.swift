/// Says again and again that files may have changed: for systems and folders that do not tell by themselves.
package final class PolledFiles: FileEvents {
    private let interval: Duration
    private let interruption: Interruption

    package init?(every interval: Duration) {
        guard let interruption = Interruption() else { return nil }
        self.interval = interval
        self.interruption = interruption
    }

    package func follow(_ places: Set<WatchedPlace>) {}

    package func wait(atMost limit: Duration?) -> FileEvent {
        // A wait with a limit asks whether things have settled; there is nothing to be seen of that but the files.
        let event = interruption.wait(for: nil, atMost: limit ?? interval)
        return event == .quiet && limit == nil ? .changed : event
    }

    package func cancel() { interruption.interrupt() }
}
