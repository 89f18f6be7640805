import MoonwireSupport

/// The build for which a task runs an asynchronous function: its requests, and those of the tasks that it creates, belong to it.
///
/// It keeps no generation alive: a task that the function creates may outlive the build.
final class TaskBuild: Sendable {
    /// The innermost build of this task.
    @TaskLocal private static var innermost: TaskBuild?

    /// The generation of the build.
    let reference: WeakGeneration
    let session: BuildSession
    /// The build around this one, which may be one of another container.
    private let outer: TaskBuild?

    private init(_ reference: WeakGeneration, _ session: BuildSession, inside outer: TaskBuild?) {
        self.reference = reference
        self.session = session
        self.outer = outer
    }

    /// The build of this task in a container; nil if there is none, or if it is over.
    @inline(__always) static func current(in container: CurrentGeneration) -> TaskBuild? {
        guard container.asynchronousFunctions.isAny, let innermost else { return nil }
        return innermost.find(in: container)
    }

    @inline(never) private func find(in container: CurrentGeneration) -> TaskBuild? {
        if reference.current === container, session.isOpen { return self }
        return outer?.find(in: container)
    }

    /// The services under construction by this task, in any container.
    static var path: AsynchronousPath? {
        var next = innermost
        while let build = next {
            if let position = build.session.asynchronousPosition { return position.path }
            next = build.outer
        }
        return nil
    }

    /// The innermost build of this task.
    static var ofThisTask: TaskBuild? { innermost }

    /// Runs `body` as if this task built nothing.
    static func outside(_ body: () -> Void) { $innermost.withValue(nil, operation: body) }

    /// Runs `body` as a part of a build that awaits it.
    static func within<R: Sendable>(_ build: TaskBuild?, _ body: () async throws -> R) async rethrows -> R {
        try await $innermost.withValue(build, operation: body)
    }

    /// Runs an asynchronous function of the application for a build.
    static func run<R>(
        _ session: BuildSession, in generation: Generation, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> R
    ) async rethrows -> R {
        let build = TaskBuild(generation.reference, session, inside: innermost)
        let current = generation.context.current
        // Resolves of the container then look for the build of their task.
        current.overrides.begin()
        current.asynchronousFunctions.begin()
        defer {
            current.asynchronousFunctions.end()
            current.overrides.end()
            session.end()
        }
        return try await $innermost.withValue(build, operation: body, isolation: isolation)
    }
}
