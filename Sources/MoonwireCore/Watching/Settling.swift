import MoonwireSupport

/// How long files must rest before they are read, depending on the changes.
struct Settling: Sendable {
    /// Long enough for several renames.
    private static let afterReplacing = Duration.milliseconds(5)
    /// Long enough for the pauses of a program between two writes of one edit.
    private static let afterWriting = Duration.milliseconds(100)
    /// A file that its writer neither closes nor writes is finally read, and so is one that is written continuously.
    private static let patienceWithSilence = Duration.seconds(10)
    private static let patienceWithWriting = Duration.seconds(60)
    /// After this multiple of the rest, a change that does not come to rest is read as it is.
    private static let patience = 20

    private let rest: Duration?

    /// - Parameter rest: The time for every change; nil if it depends on the change.
    init(_ rest: Duration?) { self.rest = rest }

    /// The wait after the first event.
    func course(_ event: FileEvent, at time: ContinuousClock.Instant, interval: Duration?) -> Course {
        let written = rest ?? max(Self.afterWriting, interval ?? .zero)
        let replaced = rest ?? (interval == nil ? Self.afterReplacing : written)
        return Course(kind: event, written: written, replaced: replaced, at: time)
    }

    /// The events of one edit, until it has come to rest.
    struct Course {
        fileprivate var kind: FileEvent
        fileprivate let written: Duration
        fileprivate let replaced: Duration
        fileprivate let start: ContinuousClock.Instant
        fileprivate var last: ContinuousClock.Instant
        /// Whether a file was missing or empty at the end of the last wait without events.
        private var isIncomplete = false

        fileprivate init(kind: FileEvent, written: Duration, replaced: Duration, at time: ContinuousClock.Instant) {
            (self.kind, self.written, self.replaced) = (kind, written, replaced)
            (start, last) = (time, time)
        }

        var isWriting: Bool { kind == .writing }

        /// How long to wait for the next event; a missing file may take seconds.
        var rest: Duration { kind == .replaced && !isIncomplete ? replaced : written }

        /// Processes the reason why a wait ended.
        ///
        /// Returns nil if the files are not at rest; otherwise, whether they are not being written. `gap` is the
        /// replacement of a file that has contents by a missing or empty one.
        mutating func note(_ event: FileEvent, gap: FileGap?, at time: ContinuousClock.Instant) -> Bool? {
            let waited = time - start
            isIncomplete = event == .quiet && gap != nil
            if event != .quiet {
                last = time
                kind = event == .replaced && kind == .replaced ? .replaced : event == .writing ? .writing : .changed
            }
            if kind == .writing {
                let isTooLong = waited > Settling.patienceWithWriting || time - last > Settling.patienceWithSilence
                return isTooLong ? false : nil
            }
            if event != .quiet {
                let limit = gap == .emptied ? Settling.patienceWithWriting : written * Settling.patience
                return waited > limit ? true : nil
            }
            guard let gap else { return true }
            // From the last event: earlier ones may have taken any time.
            return time - last > patience(with: gap) ? true : nil
        }

        /// How long a file may be missing or empty before that counts.
        private func patience(with gap: FileGap) -> Duration {
            switch gap {
            case .gone: written * (Settling.patience / 2)
            // A system shows that a file was emptied before it sends the event; on a busy disk, long before.
            case .emptied: min(written * 100, Settling.patienceWithSilence)
            }
        }
    }
}
