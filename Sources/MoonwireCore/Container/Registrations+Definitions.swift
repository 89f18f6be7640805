import MoonwireModel
import MoonwireValues

extension Registrations {
    /// Adds a service as data, which is checked like a definition of a script.
    ///
    /// ```swift
    /// services.define("mailer", type: "Mailer") {
    ///     $0.arguments = ["host": .parameter("smtp.host"), "log": .service("log")]
    ///     $0.tags = ["mail"]
    /// }
    /// ```
    ///
    /// A script can replace or extend the service.
    ///
    /// - Parameters:
    ///   - id: The id of the service.
    ///   - type: The type whose initializer makes the instance, as scripts write it.
    ///   - file: The file to which messages about the service refer.
    ///   - line: The line in that file.
    ///   - complete: Adds arguments, tags, and so on.
    public mutating func define(
        _ id: String, type: String, file: String = #fileID, line: Int = #line,
        _ complete: (inout ServiceDefinition) -> Void = { _ in }
    ) {
        var definition = ServiceDefinition(type: type)
        complete(&definition)
        define(id, as: definition, file: file, line: line)
    }

    /// Adds a service of an exposed type as data.
    public mutating func define<T>(
        _ id: String, type: T.Type, file: String = #fileID, line: Int = #line,
        _ complete: (inout ServiceDefinition) -> Void = { _ in }
    ) {
        var definition = ServiceDefinition(type: type)
        complete(&definition)
        define(id, as: definition, file: file, line: line)
    }

    /// Adds a service with a definition.
    public mutating func define(
        _ id: String, as definition: ServiceDefinition, file: String = #fileID, line: Int = #line
    ) {
        if definition.wiresByType { noteWiringByType() }
        add(definition.definition(id: id, Origin(ScriptLocation(file: file, line: line))))
    }

    /// Wraps a service by one that is defined as data; ``ServiceValue/inner`` is the service that it wraps.
    ///
    /// ```swift
    /// var retrying = ServiceDefinition(type: "RetryingMailer")
    /// retrying.arguments = ["inner": .inner, "attempts": 3]
    /// services.decorate("mailer", with: retrying)
    /// ```
    ///
    /// - Parameters:
    ///   - id: The id of the service.
    ///   - definition: The definition of the decorator.
    ///   - priority: Decorators of higher priority are nearer to the original.
    ///   - file: The file to which messages about the decorator refer.
    ///   - line: The line in that file.
    public mutating func decorate(
        _ id: String, with definition: ServiceDefinition, priority: Int = 0, file: String = #fileID, line: Int = #line
    ) {
        if definition.wiresByType { noteWiringByType() }
        let origin = Origin(ScriptLocation(file: file, line: line))
        add(Decorator(of: id, definition.definition(id: "", origin), priority: priority))
    }
}
