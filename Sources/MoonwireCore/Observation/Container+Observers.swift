import MoonwireModel

extension Container {
    /// Passes on to an observer what the container does from now on, until it is released.
    ///
    /// Builds take longer from then on; a resolve that finds an instance does not. The container keeps the observer, which must not keep the
    /// container.
    public func addObserver(_ observer: some ContainerObserver) {
        current.recordings.add(ObservedBuilds(observer), isKept: true)
        let (records, steps, diagnostics) = (
            journal.recorded.updates(), lifecycleSteps(), diagnostics.updates()
        )
        Task.detached { for await record in records { observer.reloadEnded(record) } }
        Task.detached { for await step in steps { observer.lifecycleStepReached(step) } }
        Task.detached { for await diagnostic in diagnostics { observer.diagnosticReported(diagnostic) } }
    }
}
