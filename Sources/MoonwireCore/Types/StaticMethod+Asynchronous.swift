public import MoonwireValues

extension StaticMethod {
    /// Exposes an asynchronous static method, which definitions can use as a factory.
    ///
    /// `StaticMethod("connect", "url") { try await Database.connect(to: $0) }`
    public init<each A: Convertible, R: Convertible>(
        _ name: String, _ arguments: repeat ExposedArgument<each A>,
        body: @escaping @Sendable (repeat each A) async throws -> R
    ) {
        let signature = Signature(
            name: name, arguments: describe(repeat each arguments), result: typeName(R.self), resultShape: R.shape,
            isAsync: true)
        self.init(
            Callable(asynchronous: signature, resultType: R.self) { _, call in
                var index = 0
                let given = (repeat try (each arguments).read(&index, of: call))
                return AsynchronousCall { try await body(repeat each given) }
            })
    }

    /// Exposes an asynchronous static method.
    @_disfavoredOverload public init<each A, R>(
        _ name: String, _ arguments: repeat ExposedArgument<each A>,
        body: @escaping @Sendable (repeat each A) async throws -> R
    ) {
        let dynamic = (repeat DynamicArgument(each arguments))
        let signature = Signature(
            name: name, arguments: describe(repeat each dynamic), result: typeName(R.self),
            resultShape: dynamicShape(R.self), isAsync: true)
        self.init(
            Callable(asynchronous: signature, resultType: R.self) { _, call in
                var index = 0
                let given = (repeat try (each dynamic).read(&index, of: call))
                return AsynchronousCall { try await body(repeat each given) }
            })
    }
}
