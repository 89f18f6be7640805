public import MoonwireModel
import MoonwireValues

extension Registrations {
    /// Adds a service that the container starts, checks, or stops.
    ///
    /// ```swift
    /// services.register("pool", lifecycle: Lifecycle(start: { try await $0.connect() }, stop: { await $0.close() })) { _ in
    ///     Pool(size: 8)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - id: The id of the service, which a script can replace by defining the same id.
    ///   - type: The type as which the service is known; that of the result by default.
    ///   - scope: How long an instance lives; only a shared service can start or have a check.
    ///   - tags: The tags by which the service is collected.
    ///   - lifecycle: What the container does with the instance.
    ///   - file: The file to which messages about the service refer.
    ///   - line: The line in that file.
    ///   - make: Creates an instance.
    public mutating func register<T: Sendable>(
        _ id: String, as type: T.Type = T.self, scope: ServiceScope = .shared, tags: [ServiceTag] = [],
        lifecycle: Lifecycle<T>, file: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (ServiceResolver) throws -> T
    ) {
        let factory = SwiftFactory(type, isSendable: true, make)
        add(Definition(id: id, factory, scope, tags, ScriptLocation(file: file, line: line), lifecycle))
    }

    /// Adds a service that the container starts, checks, or stops, and whose factory is asynchronous.
    public mutating func register<T: Sendable>(
        _ id: String, as type: T.Type = T.self, scope: ServiceScope = .shared, tags: [ServiceTag] = [],
        lifecycle: Lifecycle<T>, file: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (ServiceResolver) async throws -> T
    ) {
        let factory = SwiftFactory(type, isSendable: true, asynchronous: make)
        add(Definition(id: id, factory, scope, tags, ScriptLocation(file: file, line: line), lifecycle))
    }

    /// Replaces a service of the scripts, together with its decorators and its lifecycle; it keeps its tags.
    public mutating func override<T: Sendable>(
        _ id: String, as type: T.Type = T.self, scope: ServiceScope = .shared, lifecycle: Lifecycle<T>,
        file: String = #fileID, line: Int = #line, _ make: @escaping @Sendable (ServiceResolver) throws -> T
    ) {
        let factory = SwiftFactory(type, isSendable: true, make)
        replace(by: Definition(id: id, factory, scope, [], ScriptLocation(file: file, line: line), lifecycle))
    }

    /// Replaces a service of the scripts, together with its decorators and its lifecycle, by one with an asynchronous factory.
    public mutating func override<T: Sendable>(
        _ id: String, as type: T.Type = T.self, scope: ServiceScope = .shared, lifecycle: Lifecycle<T>,
        file: String = #fileID, line: Int = #line, _ make: @escaping @Sendable (ServiceResolver) async throws -> T
    ) {
        let factory = SwiftFactory(type, isSendable: true, asynchronous: make)
        replace(by: Definition(id: id, factory, scope, [], ScriptLocation(file: file, line: line), lifecycle))
    }
}

extension Definition {
    fileprivate init<Service>(
        id: String, _ factory: SwiftFactory, _ scope: ServiceScope, _ tags: [ServiceTag], _ location: ScriptLocation,
        _ lifecycle: Lifecycle<Service>
    ) {
        self.init(id: id, factory, scope, tags, location)
        self.lifecycle = lifecycle.actions
        reload = lifecycle.reload
    }
}
