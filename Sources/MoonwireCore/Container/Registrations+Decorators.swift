import MoonwireModel
import MoonwireValues

extension Registrations {
    /// Adds another id of a service.
    ///
    /// `services.registerAlias("mailer", of: "smtp")`; a script can replace the alias by defining the same id.
    public mutating func registerAlias(_ id: String, of service: String, file: String = #fileID, line: Int = #line) {
        let origin = Origin(ScriptLocation(file: file, line: line))
        add(Definition(id: id, origin: origin, construction: .alias(of: ServiceReference(service))))
    }

    /// Wraps a service, and replaces it; the decorator has the scope of the service.
    ///
    /// ```swift
    /// services.decorate("mailer") { (inner: any Mailing, resolver) -> any Mailing in
    ///     LoggingMailer(inner, log: try resolver.resolve("log"))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - id: The id of the service, which may be one of the scripts, and cannot take arguments.
    ///   - type: The type as which the decorator is known; that of the result by default.
    ///   - priority: Decorators of higher priority are nearer to the original; of equal ones, those of the application are.
    ///   - file: The file to which messages about the decorator refer.
    ///   - line: The line in that file.
    ///   - make: Creates the decorator of an instance; it must be asynchronous for a service that is, unless the service is shared.
    public mutating func decorate<Inner, T: Sendable>(
        _ id: String, as type: T.Type = T.self, priority: Int = 0, file: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (Inner, ServiceResolver) throws -> T
    ) {
        decorate(id, priority, ScriptLocation(file: file, line: line)) { inner in
            SwiftFactory(type, isSendable: true) { try make(try $0.resolve(inner), $0) }
        }
    }

    /// Wraps a service by a decorator whose type is not `Sendable`; the service must have the scope transient or graph.
    public mutating func decorate<Inner, T>(
        _ id: String, as type: T.Type = T.self, priority: Int = 0, file: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (Inner, ServiceResolver) throws -> T
    ) {
        decorate(id, priority, ScriptLocation(file: file, line: line)) { inner in
            SwiftFactory(type, isSendable: false) { try make(try $0.resolve(inner), $0) }
        }
    }

    /// Wraps a service by a decorator whose closure is asynchronous, or belongs to a global actor.
    public mutating func decorate<Inner: Sendable, T: Sendable>(
        _ id: String, as type: T.Type = T.self, priority: Int = 0, file: String = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (Inner, ServiceResolver) async throws -> T
    ) {
        decorate(id, priority, ScriptLocation(file: file, line: line)) { inner in
            SwiftFactory(type, isSendable: true, asynchronous: { try await make(try await $0.resolve(inner), $0) })
        }
    }

    private mutating func decorate(
        _ id: String, _ priority: Int, _ location: ScriptLocation, _ make: @escaping @Sendable (String) -> SwiftFactory
    ) {
        let closure = DecoratingClosure(make)
        let definition = Definition(
            id: "", origin: Origin(location), construction: .swift(closure.factory(around: id)))
        add(Decorator(of: id, definition, priority: priority, closure: closure))
    }
}
