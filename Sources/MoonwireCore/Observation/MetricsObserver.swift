#if Metrics
    public import Metrics
    import MoonwireModel

    /// With the trait `Metrics` of this package, counts what a container does in swift-metrics.
    ///
    /// ```swift
    /// container.addObserver(MetricsObserver())
    /// ```
    ///
    /// | label | kind | dimensions |
    /// |---|---|---|
    /// | `moonwire_builds` | timer | `service`, `scope`, `outcome`: `built` or `failed` |
    /// | `moonwire_waits` | timer | `service`, `scope` |
    /// | `moonwire_reloads` | timer | `source`, `outcome`: `adopted` or `refused` |
    /// | `moonwire_generation` | gauge | |
    /// | `moonwire_lifecycle_steps` | counter | `service`, `step` |
    /// | `moonwire_diagnostics` | counter | `severity` |
    public struct MetricsObserver: ContainerObserver {
        private let factory: any MetricsFactory
        private let prefix: String

        /// Creates an observer.
        ///
        /// - Parameters:
        ///   - prefix: The beginning of all labels.
        ///   - factory: Makes the metrics.
        public init(prefix: String = "moonwire", factory: any MetricsFactory = MetricsSystem.factory) {
            self.prefix = prefix
            self.factory = factory
        }

        /// Records the time of the build or the wait.
        public func buildEnded(_ build: ObservedBuild, _ span: Void, after duration: Duration, error: (any Error)?) {
            let service = [("service", build.id), ("scope", build.scope)]
            if build.isWait { return record(duration, "waits", service) }
            record(duration, "builds", service + [("outcome", error == nil ? "built" : "failed")])
        }

        /// Records the time of the reload, and the generation in use.
        public func reloadEnded(_ record: ReloadRecord) {
            let outcome = record.error == nil ? "adopted" : "refused"
            self.record(
                record.duration, "reloads", [("source", record.source.rawValue), ("outcome", outcome)])
            Gauge(label: label("generation"), dimensions: [], factory: factory).record(record.generation)
        }

        /// Counts the step.
        public func lifecycleStepReached(_ step: LifecycleStep) {
            count("lifecycle_steps", [("service", step.id), ("step", step.phase.rawValue)])
        }

        /// Counts the diagnostic.
        public func diagnosticReported(_ diagnostic: Diagnostic) {
            count("diagnostics", [("severity", diagnostic.severity.rawValue)])
        }

        private func label(_ name: String) -> String { "\(prefix)_\(name)" }

        private func count(_ name: String, _ dimensions: [(String, String)]) {
            Counter(label: label(name), dimensions: dimensions, factory: factory).increment()
        }

        private func record(_ duration: Duration, _ name: String, _ dimensions: [(String, String)]) {
            let (seconds, attoseconds) = duration.components
            Timer(label: label(name), dimensions: dimensions, factory: factory)
                .recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        }
    }
#endif
