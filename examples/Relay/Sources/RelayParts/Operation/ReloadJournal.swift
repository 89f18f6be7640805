import Foundation
import Moonwire
import Synchronization

/// Remembers and logs what the last reload has changed, or why it was refused.
public final class ReloadJournal: Sendable {
    struct Entry: Sendable {
        let date: Date
        let isRefused: Bool
        let text: String
    }

    private let log: Log
    private let entry = Mutex<Entry?>(nil)

    public init(log: Log) {
        self.log = log
    }

    var last: Entry? { entry.withLock { $0 } }

    public func record(_ outcome: ReloadOutcome) {
        let new =
            switch outcome {
            case .reloaded(let plan): Entry(date: .now, isRefused: false, text: "\(plan)")
            case .refused(let error): Entry(date: .now, isRefused: true, text: "\(error)")
            }
        entry.withLock { $0 = new }
        log.write((new.isRefused ? "an edit was refused, and the wiring stays as it was:\n" : "reloaded:\n") + new.text)
    }
}
