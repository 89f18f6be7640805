import Foundation
import MoonwireModel
import MoonwireSupport

extension Container {
    /// Returns to the wiring before the last reload of other scripts, in a new generation.
    ///
    /// ```swift
    /// try container.rollback()
    /// ```
    ///
    /// The scripts are evaluated again as they were, with the environment as it is now. Instances that both wirings build in the same
    /// way are carried over, as by a reload; those that the last reload has replaced are used again if they have not been
    /// stopped, because something is still in progress in their generation.
    ///
    /// The files are not changed. Until they are, reloads are refused: ``refusedReload`` says so, and a ``Watch`` waits for the next
    /// edit. A second rollback returns to the wiring that the first one has replaced. A refused edit stays refused: ``refusedReload``
    /// does not change.
    ///
    /// - Returns: What the rollback changed.
    /// - Throws: ``ContainerError`` if there is no earlier wiring, and for the same reasons as ``reload()``, except that nothing is
    ///   checked.
    @discardableResult public func rollback() throws -> ReloadPlan {
        try takingReloadGate("rollback") {
            var course = ReloadCourse(by: .call, before: followedFiles, isRollback: true)
            do {
                let plan = try returnToPrevious(&course)
                tell(.reloaded(plan), course)
                return plan
            } catch let error as ContainerError {
                // The current wiring stays, and it is not an edit that was refused.
                tell(.refused(error), course)
                throw error
            }
        }
    }

    private func returnToPrevious(_ course: inout ReloadCourse) throws -> ReloadPlan {
        guard let old = current.lease() else { throw current.ended() }
        defer { old.endLease() }
        guard let previous = journal.previous else { throw ContainerError(.nothingToRollBack()) }
        let reading = try source.read(texts: previous.files)
        var candidate = try CandidateGeneration(reading, after: old, of: self)
        let former = previous.generation.lease()
        defer { former?.endLease() }
        if let former { candidate.restore(from: former) }
        let plan = candidate.plan
        course.cause = .application
        try old.hookRunner.veto(plan.value, isChanged: candidate.changes)
        let next = try exchange(&candidate, for: old) { next in
            try next.open { _ in }
        } adopting: {
            journal.note($0, after: old, isRollback: true)
            let error = journal.hasRolledBack ? ContainerError(.rolledBack(from: old.context.number)) : nil
            refusal.withLock { last in
                // The files contain neither wiring, but what was refused.
                if let last, last.error.code != .rolledBack { return }
                last = error.map { RefusedReload(date: Date(), cause: .scripts, error: $0, isTriedAgain: false) }
            }
        }
        next.hookRunner.reloaded(plan.value)
        startAgain()
        return plan
    }
}
