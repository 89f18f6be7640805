public import MoonwireValues

extension Initializer {
    /// Exposes an asynchronous initializer, or one that belongs to a global actor.
    ///
    /// Services that use it, and services that are built from those, are built by an asynchronous resolve:
    ///
    /// ```swift
    /// Initializer("url") { try await Database(url: $0) }
    /// Initializer("title") { await MainWindow(title: $0) }   // MainWindow belongs to the main actor
    /// ```
    public init<each A: Convertible>(
        _ arguments: repeat ExposedArgument<each A>,
        body: @escaping @Sendable (repeat each A) async throws -> Owner
    ) {
        let signature = Self.signature(describe(repeat each arguments), isAsync: true)
        self.init(
            Callable(asynchronous: signature, resultType: Owner.self) { _, call in
                var index = 0
                let given = (repeat try (each arguments).read(&index, of: call))
                return AsynchronousCall { try await body(repeat each given) }
            })
    }

    /// Exposes an asynchronous initializer with any number of arguments.
    @_disfavoredOverload public init<each A>(
        _ arguments: repeat ExposedArgument<each A>,
        body: @escaping @Sendable (repeat each A) async throws -> Owner
    ) {
        let dynamic = (repeat DynamicArgument(each arguments))
        let signature = Self.signature(describe(repeat each dynamic), isAsync: true)
        self.init(
            Callable(asynchronous: signature, resultType: Owner.self) { _, call in
                var index = 0
                let given = (repeat try (each dynamic).read(&index, of: call))
                return AsynchronousCall { try await body(repeat each given) }
            })
    }
}
