#if ServiceLifecycle
    public import ServiceLifecycle

    /// With the trait `ServiceLifecycle` of this package, a container is a service of swift-service-lifecycle.
    ///
    /// ```swift
    /// let group = ServiceGroup(services: [container], gracefulShutdownSignals: [.sigterm], logger: logger)
    /// try await group.run()
    /// ```
    extension Container: Service {
        /// Starts the container, waits until its group shuts down gracefully, and shuts the container down.
        ///
        /// A service that ends the container ends the wait, too, and so does a cancellation.
        ///
        /// - Throws: The errors of ``start()``, that of a service that ended the container, and `CancellationError` if the task is cancelled.
        public func run() async throws {
            try await run(until: { try await gracefulShutdown() })
        }
    }
#endif
