public import MoonwireValues

extension Method {
    /// Exposes an asynchronous method, or one that belongs to an actor, that a closure implements; the first parameter is the object.
    ///
    /// Definitions can use it as a factory or in `call`. Scripts cannot call it.
    ///
    /// `Method("pool", "size") { try await $0.pool(size: $1) }`
    public init<each A: Convertible, R: Convertible>(
        _ name: String, _ arguments: repeat ExposedArgument<each A>,
        body: @escaping @Sendable (Owner, repeat each A) async throws -> R
    ) {
        let signature = Signature(
            name: name, arguments: describe(repeat each arguments), result: typeName(R.self), resultShape: R.shape,
            isAsync: true)
        self.init(
            Callable(asynchronous: signature, resultType: R.self) { (receiver: consuming AnyObject?, call) in
                let owner = try receiverValue(consume receiver, as: Owner.self, call.source)
                var index = 0
                let given = (repeat try (each arguments).read(&index, of: call))
                return AsynchronousCall { try await body(owner, repeat each given) }
            })
    }

    /// Exposes an asynchronous method that a closure implements; the first parameter is the object.
    @_disfavoredOverload public init<each A, R>(
        _ name: String, _ arguments: repeat ExposedArgument<each A>,
        body: @escaping @Sendable (Owner, repeat each A) async throws -> R
    ) {
        let dynamic = (repeat DynamicArgument(each arguments))
        let signature = Signature(
            name: name, arguments: describe(repeat each dynamic), result: typeName(R.self),
            resultShape: dynamicShape(R.self), isAsync: true)
        self.init(
            Callable(asynchronous: signature, resultType: R.self) { (receiver: consuming AnyObject?, call) in
                let owner = try receiverValue(consume receiver, as: Owner.self, call.source)
                var index = 0
                let given = (repeat try (each dynamic).read(&index, of: call))
                return AsynchronousCall { try await body(owner, repeat each given) }
            })
    }

    /// Exposes an asynchronous method by its unapplied reference: `Method("close", Database.close)`.
    public init<each A: Convertible, R: Convertible>(
        _ name: String, _ method: @escaping @Sendable (Owner) -> (repeat each A) async throws -> R,
        _ arguments: repeat ExposedArgument<each A>
    ) {
        self.init(name, repeat each arguments) { (owner: Owner, values: repeat each A) async throws in
            try await method(owner)(repeat each values)
        }
    }

    /// Exposes an asynchronous method by its unapplied reference.
    @_disfavoredOverload public init<each A, R>(
        _ name: String, _ method: @escaping @Sendable (Owner) -> (repeat each A) async throws -> R,
        _ arguments: repeat ExposedArgument<each A>
    ) {
        self.init(name, repeat each arguments) { (owner: Owner, values: repeat each A) async throws in
            try await method(owner)(repeat each values)
        }
    }
}
