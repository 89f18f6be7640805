import MoonwireValues

extension Registrations {
    /// Adds a service that takes arguments, and whose factory is asynchronous.
    ///
    /// ```swift
    /// services.register("session", arguments: "user") { (_, user: User) in try await Session.open(for: user) }
    ///
    /// let session = try await container.resolve("session", as: Session.self, arguments: ["user": user])
    /// ```
    ///
    /// The arguments are read before the closure begins; one that does not fit is the error of the resolve.
    public mutating func register<T: Sendable, First, each Other>(
        _ id: String, arguments first: ExposedArgument<First>, _ others: repeat ExposedArgument<each Other>,
        as type: T.Type = T.self, scope: ServiceScope = .transient, tags: [ServiceTag] = [], file: String = #fileID,
        line: Int = #line, _ make: @escaping @Sendable (ServiceResolver, First, repeat each Other) async throws -> T
    ) {
        let factory = SwiftFactory(type, isSendable: true, first, repeat each others, asynchronous: make)
        add(Definition(id: id, factory, scope, tags, ScriptLocation(file: file, line: line)))
    }

    /// Adds a service that takes arguments, with an asynchronous factory whose type is not `Sendable`.
    public mutating func register<T, First, each Other>(
        _ id: String, arguments first: ExposedArgument<First>, _ others: repeat ExposedArgument<each Other>,
        as type: T.Type = T.self, scope: ServiceScope = .transient, tags: [ServiceTag] = [], file: String = #fileID,
        line: Int = #line, _ make: @escaping @Sendable (ServiceResolver, First, repeat each Other) async throws -> T
    ) {
        let factory = SwiftFactory(type, isSendable: false, first, repeat each others, asynchronous: make)
        add(Definition(id: id, factory, scope, tags, ScriptLocation(file: file, line: line)))
    }

    /// Replaces a service of the scripts, together with its decorators, by one that takes arguments and has an asynchronous factory;
    /// it keeps its tags.
    public mutating func override<T: Sendable, First, each Other>(
        _ id: String, arguments first: ExposedArgument<First>, _ others: repeat ExposedArgument<each Other>,
        as type: T.Type = T.self, file: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (ServiceResolver, First, repeat each Other) async throws -> T
    ) {
        let factory = SwiftFactory(type, isSendable: true, first, repeat each others, asynchronous: make)
        replace(by: Definition(id: id, factory, .transient, [], ScriptLocation(file: file, line: line)))
    }

    /// Replaces a service by one that takes arguments, with an asynchronous factory whose type is not `Sendable`.
    public mutating func override<T, First, each Other>(
        _ id: String, arguments first: ExposedArgument<First>, _ others: repeat ExposedArgument<each Other>,
        as type: T.Type = T.self, file: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (ServiceResolver, First, repeat each Other) async throws -> T
    ) {
        let factory = SwiftFactory(type, isSendable: false, first, repeat each others, asynchronous: make)
        replace(by: Definition(id: id, factory, .transient, [], ScriptLocation(file: file, line: line)))
    }
}
