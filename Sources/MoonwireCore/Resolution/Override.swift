import MoonwireSupport

/// A generation that the tasks inside ``Container/withOverrides(_:operation:)`` use instead of the current one.
struct Override: Sendable {
    /// The overrides of this task, the innermost of each container last.
    @TaskLocal private static var all: [Override] = []

    private let current: CurrentGeneration
    private let generation: Generation

    /// The leased generation of this task; nil if there is no active override.
    static func lease(of current: CurrentGeneration) -> Generation? {
        guard current.overrides.isAny else { return nil }
        let override = all.last { $0.current === current && $0.generation.leases.beginIfHeld() }
        return override?.generation
    }

    /// Uses the generation for the tasks inside `body`, and ends it afterward.
    static func with<R>(_ generation: Generation, _ body: () throws -> R) rethrows -> R {
        let override = Override(current: generation.context.current, generation: generation)
        override.begin()
        defer { override.end() }
        return try $all.withValue(all + [override], operation: body)
    }

    /// Uses the generation for the tasks inside `body`, and ends it afterward.
    static func with<R>(
        _ generation: Generation, isolation: isolated (any Actor)?, _ body: () async throws -> R
    ) async rethrows -> R {
        let override = Override(current: generation.context.current, generation: generation)
        override.begin()
        defer { override.end() }
        return try await $all.withValue(all + [override], operation: body, isolation: isolation)
    }

    private func begin() { current.overrides.begin() }

    private func end() {
        current.overrides.end()
        generation.endLease()
    }
}
