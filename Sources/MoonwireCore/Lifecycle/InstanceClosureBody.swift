import MoonwireModel

/// A closure of the application for the instances of a service.
final class InstanceClosureBody: InstanceClosure {
    /// Nil for an asynchronous closure.
    private let synchronous: (@Sendable (AnyObject) throws -> HealthVerdict)?
    private let asynchronous: @Sendable (BuiltInstance) async throws -> HealthVerdict

    private init(
        _ synchronous: (@Sendable (AnyObject) throws -> HealthVerdict)?,
        _ asynchronous: @escaping @Sendable (BuiltInstance) async throws -> HealthVerdict
    ) {
        self.synchronous = synchronous
        self.asynchronous = asynchronous
    }

    static func synchronous<Service>(_ body: @escaping @Sendable (Service) throws -> HealthVerdict)
        -> InstanceClosureBody
    {
        let caster = Caster<Service>.identity()
        let run: @Sendable (AnyObject) throws -> HealthVerdict = { try body(try service($0, caster)) }
        return InstanceClosureBody(run) { try run($0.object) }
    }

    static func asynchronous<Service: Sendable>(
        _ body: @escaping @Sendable (Service) async throws -> HealthVerdict
    ) -> InstanceClosureBody {
        let caster = Caster<Service>.identity()
        return InstanceClosureBody(nil) { try await body(try service($0.object, caster)) }
    }

    var isAsynchronous: Bool { synchronous == nil }

    func callAsFunction(_ instance: AnyObject) throws -> HealthVerdict {
        guard let synchronous else { throw ContainerError(.asynchronousMember("an action of a service", at: nil)) }
        return try synchronous(instance)
    }

    func callAwaiting(_ instance: BuiltInstance) async throws -> HealthVerdict { try await asynchronous(instance) }

    private static func service<Service>(_ instance: AnyObject, _ caster: Caster<Service>) throws -> Service {
        if let service = caster.cast(instance) { return service }
        throw ContainerError(.brokenCast(to: "\(Service.self)"))
    }
}

extension InstanceClosure {
    /// The closure to call; there is no other subclass.
    var callable: InstanceClosureBody {
        guard let body = self as? InstanceClosureBody else {
            preconditionFailure("Moonwire: an action of a definition cannot be called")
        }
        return body
    }
}
