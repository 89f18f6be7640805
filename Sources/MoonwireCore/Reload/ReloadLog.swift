import MoonwireModel
import MoonwireSupport

/// What a container remembers of its reloads.
final class ReloadLog: Sendable {
    /// A wiring to which a rollback returns.
    struct Previous {
        /// The texts of its scripts by path.
        let files: [String: String?]
        /// The generation that had it.
        let generation: WeakGeneration
    }

    private struct State {
        var records: [ReloadRecord] = []
        var check: ReloadCheck?
        /// The wiring before the current one.
        var previous: Previous?
        /// The texts of the wiring that a rollback has replaced, until others are adopted.
        var refused: [String: String?]?
    }

    /// The number of reloads that are remembered.
    static let mostRecords = 100

    private let state = Lock(State())
    /// What listens to outcomes.
    let outcomes = Broadcast<ReloadOutcome>()
    /// What listens to records.
    let recorded = Broadcast<ReloadRecord>()
    /// One checked reload after the other.
    let turns = Turns()

    /// The reloads, oldest first.
    var records: [ReloadRecord] { state.copy { $0.records } }

    /// What reloads by signals, watches, and attached processes check.
    var check: ReloadCheck? {
        get { state.withLock { $0.check } }
        set { state.withLock { $0.check = newValue } }
    }

    var previous: Previous? { state.withLock { $0.previous } }

    /// Whether a rollback has replaced a wiring of these texts.
    func isRolledBack(_ traces: Reading.Traces) -> Bool { state.withLock { $0.refused == traces.files } }

    /// Records that a generation replaces another one.
    func note(_ next: Generation, after old: Generation, isRollback: Bool) {
        state.withLock { state in
            let (former, files) = (old.context.traces.files, next.context.traces.files)
            if isRollback {
                // The second of two rollbacks returns to what the first one has replaced.
                state.refused = state.refused == files ? nil : former
            } else {
                state.refused = nil
            }
            // After a reload without an edit, a rollback would change nothing.
            if former != files { state.previous = Previous(files: former, generation: old.reference) }
        }
    }

    /// Whether the files contain a wiring that a rollback has replaced.
    var hasRolledBack: Bool { state.withLock { $0.refused != nil } }

    /// Adds a record; the same refusal as the last one only counts.
    func add(_ record: ReloadRecord) {
        state.withLock { state in
            if let last = state.records.last, let error = record.error, last.source == record.source,
                last.isRollback == record.isRollback, last.error?.diagnostics == error.diagnostics
            {
                var again = record
                again.attempts = last.attempts + 1
                state.records[state.records.count - 1] = again
                return
            }
            state.records.append(record)
            if state.records.count > Self.mostRecords { state.records.removeFirst() }
        }
    }
}
