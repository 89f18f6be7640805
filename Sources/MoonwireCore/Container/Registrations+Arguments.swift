import MoonwireValues

extension Registrations {
    /// Adds a service that takes arguments, and is built for each resolve unless its scope says otherwise.
    ///
    /// ```swift
    /// services.register("greeting", arguments: "user", ExposedArgument("title", default: "Hello")) {
    ///     (_, user: User, title: String) in Greeting(to: user, title)
    /// }
    ///
    /// let greeting = try container.resolve("greeting", as: Greeting.self, arguments: ["user": user])
    /// ```
    ///
    /// Scripts pass the arguments by name: `ref("greeting", { user = param "admin" })`.
    ///
    /// With the scope `.cached(for: .seconds(60))`, resolves with equal arguments, which must be plain data, share an instance for that
    /// time.
    public mutating func register<T: Sendable, First, each Other>(
        _ id: String, arguments first: ExposedArgument<First>, _ others: repeat ExposedArgument<each Other>,
        as type: T.Type = T.self, scope: ServiceScope = .transient, tags: [ServiceTag] = [], file: String = #fileID,
        line: Int = #line, _ make: @escaping @Sendable (ServiceResolver, First, repeat each Other) throws -> T
    ) {
        let factory = SwiftFactory(type, isSendable: true, first, repeat each others, make: make)
        add(Definition(id: id, factory, scope, tags, ScriptLocation(file: file, line: line)))
    }

    /// Adds a service that takes arguments, and whose type is not `Sendable`, so that its instances are not shared.
    public mutating func register<T, First, each Other>(
        _ id: String, arguments first: ExposedArgument<First>, _ others: repeat ExposedArgument<each Other>,
        as type: T.Type = T.self, scope: ServiceScope = .transient, tags: [ServiceTag] = [], file: String = #fileID,
        line: Int = #line, _ make: @escaping @Sendable (ServiceResolver, First, repeat each Other) throws -> T
    ) {
        let factory = SwiftFactory(type, isSendable: false, first, repeat each others, make: make)
        add(Definition(id: id, factory, scope, tags, ScriptLocation(file: file, line: line)))
    }

    /// Replaces a service of the scripts, together with its decorators, by one that takes arguments; it keeps its tags.
    public mutating func override<T: Sendable, First, each Other>(
        _ id: String, arguments first: ExposedArgument<First>, _ others: repeat ExposedArgument<each Other>,
        as type: T.Type = T.self, file: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (ServiceResolver, First, repeat each Other) throws -> T
    ) {
        let factory = SwiftFactory(type, isSendable: true, first, repeat each others, make: make)
        replace(by: Definition(id: id, factory, .transient, [], ScriptLocation(file: file, line: line)))
    }

    /// Replaces a service by one that takes arguments, and whose type is not `Sendable`.
    public mutating func override<T, First, each Other>(
        _ id: String, arguments first: ExposedArgument<First>, _ others: repeat ExposedArgument<each Other>,
        as type: T.Type = T.self, file: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (ServiceResolver, First, repeat each Other) throws -> T
    ) {
        let factory = SwiftFactory(type, isSendable: false, first, repeat each others, make: make)
        replace(by: Definition(id: id, factory, .transient, [], ScriptLocation(file: file, line: line)))
    }
}

extension SwiftFactory {
    /// A factory whose arguments are read one by one, as those of an initializer are.
    init<T, First, each Other>(
        _ type: T.Type, isSendable: Bool, _ first: ExposedArgument<First>, _ others: repeat ExposedArgument<each Other>,
        make: @escaping @Sendable (ServiceResolver, First, repeat each Other) throws -> T
    ) {
        let (descriptions, read) = described(first, repeat each others)
        self.init(type, isSendable: isSendable, arguments: descriptions) { resolver, call in
            let (head, tail) = try read(call)
            return try make(resolver, head, repeat each tail)
        }
    }

    /// An asynchronous factory, whose arguments are read before its closure is awaited.
    init<T, First, each Other>(
        _ type: T.Type, isSendable: Bool, _ first: ExposedArgument<First>, _ others: repeat ExposedArgument<each Other>,
        asynchronous make: @escaping @Sendable (ServiceResolver, First, repeat each Other) async throws -> T
    ) {
        let (descriptions, read) = described(first, repeat each others)
        self.init(type, isSendable: isSendable, arguments: descriptions) { resolver, call in
            let (head, tail) = try read(call)
            return { try await make(resolver, head, repeat each tail) }
        }
    }
}

/// The descriptions of the arguments of a factory, and what reads them, in their order, when it is called.
private func described<First, each Other>(
    _ first: ExposedArgument<First>, _ others: repeat ExposedArgument<each Other>
) -> ([ArgumentDescription], @Sendable (Call) throws -> (First, (repeat each Other))) {
    let first = DynamicArgument(first)
    let others = (repeat DynamicArgument(each others))
    return (
        [first.description()] + describe(repeat each others),
        { call in
            var index = 0
            let head = try first.read(&index, of: call)
            return (head, (repeat try (each others).read(&index, of: call)))
        }
    )
}
