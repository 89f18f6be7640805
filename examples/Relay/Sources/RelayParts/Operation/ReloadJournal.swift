import Foundation
import Moonwire
import Synchronization

/// Remembers and logs what the last reload has changed, or why it was refused.
public final class ReloadJournal: Sendable, Exposed {
    struct Entry: Sendable {
        let date: Date
        let isRefused: Bool
        let text: String
    }

    /// How many reloads were adopted and refused.
    struct Counts {
        var adopted = 0
        var refused = 0
    }

    private let log: Log
    private struct State {
        var last: Entry?
        var counts = Counts()
    }

    private let state = Mutex(State())

    public init(log: Log) {
        self.log = log
    }

    /// Scripts refer to the journal, and do not create it.
    public static let exposure = Exposure(ReloadJournal.self) {}

    var last: Entry? { state.withLock { $0.last } }

    var counts: Counts { state.withLock { $0.counts } }

    public func record(_ outcome: ReloadOutcome) {
        let new =
            switch outcome {
            case .reloaded(let plan): Entry(date: .now, isRefused: false, text: "\(plan)")
            case .refused(let error): Entry(date: .now, isRefused: true, text: "\(error)")
            }
        state.withLock { state in
            state.last = new
            if new.isRefused { state.counts.refused += 1 } else { state.counts.adopted += 1 }
        }
        log.write((new.isRefused ? "an edit was refused, and the wiring stays as it was:\n" : "reloaded:\n") + new.text)
    }
}
