import Moonwire
import Synchronization

/// Logs what reloads have changed, or why they were refused, and counts them.
public final class ReloadJournal: Sendable, Exposed {
    /// How many reloads were adopted and refused.
    struct Counts {
        var adopted = 0
        var refused = 0
    }

    private let log: Log
    private let state = Mutex(Counts())

    public init(log: Log) {
        self.log = log
    }

    /// Scripts refer to the journal, and do not create it.
    public static let exposure = Exposure(ReloadJournal.self) {}

    var counts: Counts { state.withLock { $0 } }

    public func record(_ outcome: ReloadOutcome) {
        switch outcome {
        case .reloaded(let plan):
            state.withLock { $0.adopted += 1 }
            log.write("reloaded:\n\(plan)")
        case .refused(let error):
            state.withLock { $0.refused += 1 }
            log.write("an edit was refused, and the wiring stays as it was:\n\(error)")
        }
    }
}
