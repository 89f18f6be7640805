#if Logging
    public import Logging
    import MoonwireModel

    /// With the trait `Logging` of this package, writes what a container reports to a logger of swift-log.
    ///
    /// ```swift
    /// container.addObserver(LogObserver(logger))
    /// ```
    ///
    /// Diagnostics have the level of their severity, reloads `info`, or `warning` if they were refused, and the steps of the start and
    /// the end `debug`, or `error` if they failed.
    public struct LogObserver: ContainerObserver {
        private let logger: Logger

        /// Creates an observer that writes to a logger.
        public init(_ logger: Logger) {
            self.logger = logger
        }

        /// Writes the diagnostic, with its code and its location.
        public func diagnosticReported(_ diagnostic: Diagnostic) {
            var metadata: Logger.Metadata = ["code": "\(diagnostic.code.rawValue)"]
            if let location = diagnostic.location { metadata["location"] = "\(location)" }
            logger.log(level: Self.level(of: diagnostic.severity), "\(diagnostic)", metadata: metadata)
        }

        /// Writes the outcome, with the number of the generation in use.
        public func reloadEnded(_ record: ReloadRecord) {
            logger.log(
                level: record.error == nil ? .info : .warning, "\(record)",
                metadata: ["generation": "\(record.generation)"])
        }

        /// Writes the step, with the id of the service.
        public func lifecycleStepReached(_ step: LifecycleStep) {
            let isFailure = step.phase == .startFailed || step.phase == .stopFailed
            logger.log(level: isFailure ? .error : .debug, "\(step)", metadata: ["service": "\(step.id)"])
        }

        private static func level(of severity: Diagnostic.Severity) -> Logger.Level {
            switch severity {
            case .fault: .error
            case .warning: .warning
            case .note: .notice
            }
        }
    }

    extension Logger.MetadataProvider {
        /// Adds the generation, the scopes, and their metadata to each line that a task writes, as ``Container/taskContext`` has them.
        ///
        /// ```swift
        /// let logger = Logger(label: "relay", metadataProvider: .container(container))
        /// ```
        ///
        /// It does not keep the container alive.
        public static func container(_ container: Container) -> Logger.MetadataProvider {
            Logger.MetadataProvider { [weak container] in
                guard let context = container?.taskContext else { return [:] }
                var metadata = context.metadata.mapValues { Logger.MetadataValue.string($0) }
                metadata["generation"] = .stringConvertible(context.generation)
                if !context.scopes.isEmpty { metadata["scope"] = .string(context.scopes.joined(separator: ",")) }
                return metadata
            }
        }
    }
#endif
