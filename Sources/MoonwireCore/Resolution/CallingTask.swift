/// The actions and builds that a task runs, for a task that it awaits and that inherits nothing else.
///
/// A container that is started by an action of another one would otherwise not know that the other one waits for it.
struct CallingTask: Sendable {
    private let action = LifecycleAction.ofThisTask
    private let build = TaskBuild.ofThisTask

    /// Runs `body` as a part of what the task runs.
    func awaiting<R: Sendable>(_ body: () async throws -> R) async rethrows -> R {
        try await LifecycleAction.within(action) { try await TaskBuild.within(build, body) }
    }
}
