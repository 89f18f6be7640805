import Foundation
import MoonwireSupport

/// A reload in progress, for its record.
struct ReloadCourse {
    let source: ReloadSource
    let date = Date()
    let isRollback: Bool
    /// Whether the call has stated what is checked, which a watch does not know.
    let hasOwnCheck: Bool
    /// What would have refused it.
    var cause = RefusedReload.Cause.scripts
    private let began = ContinuousClock.now
    /// The files that were followed before.
    fileprivate let files: [FileRecord]

    init(
        by source: ReloadSource, before files: [FileRecord], isRollback: Bool = false, hasOwnCheck: Bool = false
    ) {
        self.source = source
        self.hasOwnCheck = hasOwnCheck
        self.files = files
        self.isRollback = isRollback
    }

    fileprivate func record(_ outcome: ReloadOutcome, _ generation: Int) -> ReloadRecord {
        ReloadRecord(
            date: date, source: source, isRollback: isRollback, outcome: outcome, generation: generation,
            duration: ContinuousClock.now - began)
    }
}

extension Container {
    /// The last reloads and rollbacks, oldest first: at most a hundred.
    ///
    /// ```swift
    /// for record in container.reloadLog { print(record) }
    /// // 2026-03-01T10:15:00Z reload by watch: generation 2 in use, 14 kept, 1 replaced
    /// ```
    ///
    /// The same refusal several times, one after the other, is one record, which counts them.
    public var reloadLog: [ReloadRecord] { journal.records }

    /// Records the outcome of a reload, unless its read was disturbed.
    func recording(
        _ course: inout ReloadCourse, _ body: (inout ReloadCourse) throws -> ReloadPlan
    ) throws -> ReloadPlan {
        do {
            let plan = try body(&course)
            tell(.reloaded(plan), course)
            return plan
        } catch let error as ContainerError {
            refuse(error, course)
            throw error
        }
    }

    /// Records that a reload was refused.
    ///
    /// A retry that is refused for the same reason is not reported again.
    func refuse(_ error: ContainerError, _ course: ReloadCourse) {
        let cause = error.isOfFiles ? .files : course.cause
        forgetTexts()
        let isSameEdit = course.files.elementsEqual(followedFiles) { $0.isSameReading(as: $1) }
        let (refused, isKnown) = refusal.withLock { last in
            let isTriedAgain = cause == .files || cause == .application && !course.hasOwnCheck
            let refused = RefusedReload(
                date: last?.date ?? Date(), cause: cause, error: error, isTriedAgain: isTriedAgain)
            let isKnown = isSameEdit && last?.cause == cause && last?.error.diagnostics == error.diagnostics
            last = refused
            return (refused, isKnown)
        }
        if !isKnown { diagnostics.report(error.diagnostics + [.refused(refused)]) }
        tell(.refused(error), course)
    }

    /// Records an outcome, and tells it to those that listen.
    func tell(_ outcome: ReloadOutcome, _ course: ReloadCourse) {
        let record = course.record(outcome, current.peek { $0.context.number } ?? 0)
        journal.add(record)
        if journal.outcomes.send([outcome]) { diagnostics.report([.slowListener(to: "reloads")]) }
        if journal.recorded.send([record]) { diagnostics.report([.slowListener(to: "reloads of an observer")]) }
    }
}

extension ContainerError {
    /// Whether files could not be read that may become readable shortly.
    fileprivate var isOfFiles: Bool {
        code == .filesChanged || diagnostics.contains { $0.code == .unavailableFile }
    }
}
