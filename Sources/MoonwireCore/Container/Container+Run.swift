import MoonwireModel
import MoonwireSupport

extension Container {
    /// Starts the container, runs `body`, and shuts the container down, also after an error or a cancellation.
    ///
    /// ```swift
    /// try await container.run(gracefulShutdownSignals: [.sigterm, .sigint], reloadSignals: [.sighup]) {
    ///     try await container.resolve("server", as: Server.self).serve()
    /// }
    /// ```
    ///
    /// A signal to shut down, also one during the start, cancels `body`; the function returns after the shutdown. A signal to
    /// reload reads the scripts again, once for signals that arrive meanwhile; a refused reload is among the ``diagnostics``.
    ///
    /// - Parameters:
    ///   - gracefulShutdownSignals: The signals that shut the container down.
    ///   - reloadSignals: The signals that reload it.
    ///   - limit: The time that the shutdown gives, as in ``shutdownGracefully(within:)``.
    ///   - body: What the program does.
    /// - Throws: The errors of ``start()`` and of `body`, except `CancellationError` after a signal; ``ContainerError`` for a signal
    ///   that a program cannot receive.
    public func run(
        gracefulShutdownSignals: Set<UnixSignal>, reloadSignals: Set<UnixSignal> = [],
        within limit: Duration = .seconds(10), _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let ends = try await SignalSources(gracefulShutdownSignals)
        defer { ends.cancel() }
        let reloads = try await SignalSources(reloadSignals.subtracting(gracefulShutdownSignals))
        defer { reloads.cancel() }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await self.run(within: limit, until: body)
                return false
            }
            group.addTask {
                // The container reports a refused reload.
                for await _ in reloads.signals { _ = try? await self.reload(by: .signal) }
                return false
            }
            group.addTask {
                for await _ in ends.signals { return true }
                return false
            }
            let isSignaled = try await group.next() ?? false
            group.cancelAll()
            do { while try await group.next() != nil {} } catch is CancellationError where isSignaled {}
        }
    }

    /// Starts the container, waits until a signal, a service, ``shutdownGracefully(within:)``, or a cancellation ends it, and shuts it
    /// down.
    ///
    /// ```swift
    /// try await container.run(gracefulShutdownSignals: [.sigterm, .sigint], reloadSignals: [.sighup])
    /// ```
    ///
    /// Services with a `run` are the program. When one of them ends, its `on_return` or `on_failure` decides whether that ends the
    /// container. Without arguments, the function waits for no signal.
    ///
    /// - Throws: The errors of ``start()``, that of a service that ended the container, `CancellationError` if the task is cancelled, and
    ///   ``ContainerError`` for a signal that a program cannot receive.
    public func run(
        gracefulShutdownSignals: Set<UnixSignal> = [], reloadSignals: Set<UnixSignal> = [],
        within limit: Duration = .seconds(10)
    ) async throws {
        try await run(gracefulShutdownSignals: gracefulShutdownSignals, reloadSignals: reloadSignals, within: limit) {
            while true { try await Task.sleep(for: .seconds(86_400)) }
        }
    }

    /// Starts the container, waits until `body` returns, and shuts the container down, also after an error or a cancellation.
    ///
    /// ```swift
    /// try await container.run(until: { try await server.serve() })
    /// ```
    ///
    /// A service that ends the container cancels `body`, and so does ``shutdownGracefully(within:)`` in another task.
    ///
    /// - Throws: The errors of ``start()`` and of `body`, and that of a service that ended the container.
    public func run(
        within limit: Duration = .seconds(10), until body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let serviceEnd = current.lifecycle.serviceEnd
        current.lifecycleLog.note(limit: limit)
        do {
            // Also while this task only awaits a start of another one.
            try await withTaskCancellationHandler {
                try await start(endingWithin: limit)
            } onCancel: {
                beginShutdown(within: limit)
            }
            try await serviceEnd.cancelling(body)
        } catch {
            await endGracefully(within: limit)
            guard error is CancellationError, serviceEnd.hasCome else { throw error }
        }
        await endGracefully(within: limit)
        if let fault = serviceEnd.fault { throw fault }
    }
}
