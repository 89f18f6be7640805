import MoonwireSupport

/// A generation that the tasks inside ``Container/withOverrides(_:operation:)`` use instead of the current one.
final class Override: Sendable {
    /// The innermost override of this task.
    @TaskLocal private static var innermost: Override?

    private let current: CurrentGeneration
    private let generation: Generation
    /// The override around this one, which may be one of another container.
    private let outer: Override?

    private init(_ generation: Generation, inside outer: Override?) {
        current = generation.context.current
        self.generation = generation
        self.outer = outer
    }

    /// The leased generation of this task; nil if there is no active override.
    ///
    /// While other tasks have overrides, this one only reads its own task-local value.
    @inline(__always) static func lease(of current: CurrentGeneration) -> Generation? {
        guard current.overrides.isAny, let innermost else { return nil }
        return innermost.lease(of: current)
    }

    @inline(never) private func lease(of current: CurrentGeneration) -> Generation? {
        if self.current === current, generation.leases.beginIfHeld() { return generation }
        return outer?.lease(of: current)
    }

    /// Uses the generation for the tasks inside `body`, and ends it afterward.
    static func with<R>(_ generation: Generation, _ body: () throws -> R) rethrows -> R {
        let override = Override(generation, inside: innermost)
        override.begin()
        defer { override.end() }
        return try $innermost.withValue(override, operation: body)
    }

    /// Uses the generation for the tasks inside `body`, and ends it afterward.
    static func with<R>(
        _ generation: Generation, isolation: isolated (any Actor)?, _ body: () async throws -> R
    ) async rethrows -> R {
        let override = Override(generation, inside: innermost)
        override.begin()
        defer { override.end() }
        return try await $innermost.withValue(override, operation: body, isolation: isolation)
    }

    private func begin() { current.overrides.begin() }

    private func end() {
        current.overrides.end()
        generation.endLease()
    }
}
