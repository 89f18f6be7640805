import MoonwireModel
import MoonwireSupport
import MoonwireValues

extension Container {
    /// The container of slots whose owner belongs to no container: that of ``withContainer(_:operation:)`` in this task, or else
    /// the one that ``bootstrap(_:file:line:)`` was given; nil without both.
    public static var current: Container? { currentOfTask ?? CurrentContainer.ofProcess.load() }

    /// The container of ``withContainer(_:operation:)`` in this task.
    package static var currentOfTask: Container? {
        // Most programs never override, and a task-local value costs more than a load.
        CurrentContainer.overrides.load(ordering: .relaxed) == 0 ? nil : CurrentContainer.override?.container
    }

    /// Makes a container the current one of the process: for threads, queues, and tasks for which no other one is current.
    ///
    /// ```swift
    /// let container = try Container(scripts: ["container.lua"], types: Exposures.all)
    /// try Container.bootstrap(container)
    /// DispatchQueue.global().async { print(Dashboard().engine.brand) }     // filled by the container
    /// ```
    ///
    /// A process has one such container, and keeps it. Inside of ``withContainer(_:operation:)``, and in tests with a trait of
    /// MoonwireTesting, that container is the current one instead. Throws ``ContainerError`` if the process has one already.
    public static func bootstrap(
        _ container: Container, file: StaticString = #fileID, line: UInt32 = #line
    ) throws {
        let line = ScriptLocation(file: "\(file)", line: Int(line))
        if let first = CurrentContainer.ofProcess.set(container, at: line) {
            throw ContainerError(.bootstrappedTwice(at: line, first: first))
        }
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
    /// that is building a service on this thread, or else that of the process.
    static var ofSlots: CurrentGeneration? {
        Container.currentOfTask?.current ?? Resolution.current.builder ?? CurrentContainer.ofProcess.load()?.current
    }
}

/// Holds the current container of a task, and that of the process.
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
    static let ofProcess = ProcessContainer()
    @TaskLocal static var override: Override?
}

/// The container of the process, which is set once.
private final class ProcessContainer: Sendable {
    private struct Bootstrap {
        let container: Container
        let line: ScriptLocation
    }

    /// Most programs have none, which costs one load.
    private let isSet = Atomic(false)
    private let bootstrap = Lock<Bootstrap?>(nil)

    func load() -> Container? {
        isSet.load(ordering: .acquiring) ? bootstrap.withLock { $0?.container } : nil
    }

    /// Sets the container, unless there is one; returns where that one was set.
    func set(_ container: Container, at line: ScriptLocation) -> ScriptLocation? {
        bootstrap.withLock { bootstrap in
            if let former = bootstrap { return former.line }
            bootstrap = Bootstrap(container: container, line: line)
            isSet.store(true, ordering: .releasing)
            return nil
        }
    }
}
