public import MoonwireModel

/// Receives what a container does, for a library of logs, metrics, or traces.
///
/// ```swift
/// struct SlowBuilds: ContainerObserver {
///     func buildEnded(_ build: ObservedBuild, _ span: Void, after duration: Duration, error: (any Error)?) {
///         if duration > .seconds(1) { print(build.path, duration) }
///     }
/// }
/// container.addObserver(SlowBuilds())
/// ```
///
/// Each requirement has an implementation that does nothing. ``buildBegan(_:within:)`` and ``buildEnded(_:_:after:error:)`` are called by the
/// thread or task that builds, which waits for them. Three tasks of the container call the others, each in the order of what happened.
public protocol ContainerObserver<Span>: Sendable {
    /// What the observer keeps of a build in progress; `Void` if it keeps nothing.
    associatedtype Span: Sendable = Void

    /// A build begins, or a wait for one of another thread or task; returns what the observer keeps of it.
    ///
    /// `outer` is what it keeps of the build of which this one is a part; nil if it is a part of none.
    func buildBegan(_ build: ObservedBuild, within outer: Span?) -> Span

    /// A build has ended, or a wait; `error` says why it failed, and is a `CancellationError` if all who awaited it were cancelled.
    func buildEnded(_ build: ObservedBuild, _ span: Span, after duration: Duration, error: (any Error)?)

    /// A reload or a rollback took effect, or was refused.
    func reloadEnded(_ record: ReloadRecord)

    /// A service reached a step of its start or of its end.
    func lifecycleStepReached(_ step: LifecycleStep)

    /// The container reported a fault, a warning, or a note.
    func diagnosticReported(_ diagnostic: Diagnostic)
}

extension ContainerObserver where Span == Void {
    /// Keeps nothing.
    public func buildBegan(_ build: ObservedBuild, within outer: Void?) {}
}

extension ContainerObserver {
    /// Does nothing.
    public func buildEnded(_ build: ObservedBuild, _ span: Span, after duration: Duration, error: (any Error)?) {}

    /// Does nothing.
    public func reloadEnded(_ record: ReloadRecord) {}

    /// Does nothing.
    public func lifecycleStepReached(_ step: LifecycleStep) {}

    /// Does nothing.
    public func diagnosticReported(_ diagnostic: Diagnostic) {}
}

/// A build of a service, or a wait for it, as an observer receives it.
public struct ObservedBuild: Sendable, Hashable {
    /// The id of the service; `inline` for a service without an id.
    public let id: String
    /// The ids of the services that needed the build, outermost first, ending with the service itself.
    public let path: [String]
    /// The scope of the service, such as `shared` or `request`.
    public let scope: String
    /// Whether the instance is awaited that another thread or task is building.
    public let isWait: Bool
    /// Whether it is a part of an asynchronous resolve.
    public let isAsynchronous: Bool
    /// The number of the generation, as in ``Container/generations``.
    public let generation: Int

    init(_ step: RecordedStep) {
        id = step.service.id
        path = step.path
        scope = step.service.scope.rawValue
        isWait = step.isWait
        isAsynchronous = step.isAsynchronous
        generation = step.generation
    }
}
