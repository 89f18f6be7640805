/// Says again and again that files may have changed: for systems and folders that do not tell by themselves.
final class PolledFiles: FileEvents {
    private let interval: Duration
    private let interruption: Interruption

    init?(every interval: Duration) {
        guard let interruption = Interruption() else { return nil }
        self.interval = interval
        self.interruption = interruption
    }

    func follow(_ places: Set<WatchedPlace>) {}

    func wait(atMost limit: Duration?) -> FileEvent {
        // A wait with a limit asks whether things have settled; there is nothing to be seen of that but the files.
        let event = interruption.wait(for: nil, atMost: limit ?? interval)
        return event == .quiet && limit == nil ? .changed : event
    }

    func cancel() { interruption.interrupt() }
}
