import MoonwireValues

extension Registrations {
    /// Adds a service whose factory is asynchronous, or belongs to a global actor.
    ///
    /// The service, and services that are built from it, are built by an asynchronous resolve:
    ///
    /// ```swift
    /// services.register("database") { _ in try await Database.connect(to: "localhost") }
    ///
    /// let database = try await container.resolve("database", as: Database.self)
    /// ```
    public mutating func register<T: Sendable>(
        _ id: String, as type: T.Type = T.self, scope: ServiceScope = .shared, tags: [ServiceTag] = [],
        file: String = #fileID,
        line: Int = #line, _ make: @escaping @Sendable (ServiceResolver) async throws -> T
    ) {
        add(
            Definition(
                id: id, SwiftFactory(type, isSendable: true, asynchronous: make), scope, tags,
                ScriptLocation(file: file, line: line)))
    }

    /// Adds a service with an asynchronous factory whose type is not `Sendable`, with the scope transient or graph.
    public mutating func register<T>(
        _ id: String, as type: T.Type = T.self, scope: ServiceScope = .transient, tags: [ServiceTag] = [],
        file: String = #fileID,
        line: Int = #line, _ make: @escaping @Sendable (ServiceResolver) async throws -> T
    ) {
        add(
            Definition(
                id: id, SwiftFactory(type, isSendable: false, asynchronous: make), scope, tags,
                ScriptLocation(file: file, line: line)))
    }

    /// Replaces a service of the scripts, together with its decorators, by one with an asynchronous factory; it keeps its tags.
    public mutating func override<T: Sendable>(
        _ id: String, as type: T.Type = T.self, scope: ServiceScope = .shared, file: String = #fileID,
        line: Int = #line,
        _ make: @escaping @Sendable (ServiceResolver) async throws -> T
    ) {
        replace(
            by: Definition(
                id: id, SwiftFactory(type, isSendable: true, asynchronous: make), scope, [],
                ScriptLocation(file: file, line: line)))
    }

    /// Replaces a service by one with an asynchronous factory whose type is not `Sendable`, with the scope transient or graph.
    public mutating func override<T>(
        _ id: String, as type: T.Type = T.self, scope: ServiceScope = .transient, file: String = #fileID,
        line: Int = #line,
        _ make: @escaping @Sendable (ServiceResolver) async throws -> T
    ) {
        replace(
            by: Definition(
                id: id, SwiftFactory(type, isSendable: false, asynchronous: make), scope, [],
                ScriptLocation(file: file, line: line)))
    }
}
