import MoonwireSupport

extension Container {
    /// The container of slots whose owner belongs to no container; nil outside of ``withContainer(_:operation:)``.
    public static var current: Container? {
        // Most programs never override, and a task-local value costs more than a load.
        CurrentContainer.overrides.load(ordering: .relaxed) == 0 ? nil : CurrentContainer.override?.container
    }
}

/// Makes a container the current one while `operation` runs, in this task and in the tasks that it creates.
///
/// ```swift
/// withContainer(container) {
///     let dashboard = Dashboard()          // created by the application
///     print(dashboard.engine.brand)        // filled by the container
/// }
/// ```
public func withContainer<R>(_ container: Container, operation: () throws -> R) rethrows -> R {
    try CurrentContainer.$override.withValue(CurrentContainer.Override(container), operation: operation)
}

/// Makes a container the current one while `operation` runs, in this task and in the tasks that it creates.
public func withContainer<R>(
    _ container: Container, isolation: isolated (any Actor)? = #isolation, operation: () async throws -> R
) async rethrows -> R {
    try await CurrentContainer.$override.withValue(CurrentContainer.Override(container), operation: operation)
}

extension CurrentGeneration {
    /// The container for slots of objects that no container built or injected into: the current one of this task, or else the one
    /// that is building a service on this thread.
    static var ofSlots: CurrentGeneration? { Container.current?.current ?? Resolution.current.builder }
}

/// Holds the current container of a task.
private enum CurrentContainer {
    /// An override is in effect while a task holds it, even after the call that made it.
    final class Override: Sendable {
        let container: Container

        init(_ container: Container) {
            self.container = container
            overrides.wrappingAdd(1, ordering: .relaxed)
        }

        deinit { overrides.wrappingSubtract(1, ordering: .relaxed) }
    }

    static let overrides = Atomic<Int>(0)
    @TaskLocal static var override: Override?
}
